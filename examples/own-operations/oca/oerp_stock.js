// oerp_cataloginventory_stock_item: the ERP sends quantities. Our own rows store each quantity with its time.
const members = [
  ...["qty", "is_in_stock"],
  ...["manage_stock", "use_config_manage_stock", "backorders", "use_config_backorders"],
];

export default {
  async update({ args, fault, tx, now, caller }) {
    const { productId, data } = args;
    const stock = await tx.get("stock_items", productId);
    if (!stock) throw fault("not_exists");

    const problems = [];
    for (const name of members) {
      if (data[name] === undefined) continue;
      const value = Number(data[name]);
      if (Number.isFinite(value)) stock[name] = value;
      else problems.push({ field: `data.${name}`, message: "must be a number" });
    }
    if (problems.length > 0) throw fault("not_updated", problems);

    await tx.put("stock_items", stock);
    const row = { product_id: productId, qty: stock.qty, sent_by: caller.username, sent_at: now };
    await tx.rows("oerp_stock").put(productId, row);
    return true;
  },

  async synced({ tx }) {
    const rows = await tx.rows("oerp_stock").all();
    return rows.map(({ value }) => value).sort((a, b) => a.product_id - b.product_id);
  },
};
