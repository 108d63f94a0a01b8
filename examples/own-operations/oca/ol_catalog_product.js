// ol_catalog_product: products with the names and the order of arguments of the connector's module.
export default {
  async info({ args, fault, tx }) {
    const { view, product } = await found(args, fault, tx);
    const { id: product_id, sku, set, type, website_ids: websites } = product;
    const ofProduct = { path: "product_id", type: "number", op: "eq", value: product_id };
    const assigned = await tx.find("category_products", { where: [ofProduct] });
    const categories = assigned.map(({ category_id }) => category_id).sort((a, b) => a - b);

    const values = { ...storedIn(product, view), ...columnsOf(product), category_ids: categories };
    if (values.url_key) values.url_path = `${values.url_key}.html`;
    const all = [{ attribute_code: "type_id" }, ...(await attributesOf(product, tx))];
    const wanted = all.filter(({ attribute_code: code }) => args.attributes?.includes(code) ?? true);
    const attributes = wanted.map((one) => [one.attribute_code, shown(one, values[one.attribute_code])]);
    return { product_id, sku, set, type, categories, websites, ...Object.fromEntries(attributes) };
  },

  async update({ args, fault, tx, now }) {
    const { view, product } = await found(args, fault, tx);
    const attributes = await attributesOf(product, tx);
    const problems = [];
    for (const [code, value] of Object.entries(args.productData)) {
      const attribute = attributes.find(({ attribute_code }) => attribute_code === code);
      const isNumber = attribute?.backend === "decimal" || attribute?.backend === "int";
      if (!attribute || attribute.backend === "static")
        problems.push({ field: `productData.${code}`, message: "cannot be changed" });
      else if (isNumber && value !== null && !Number.isFinite(Number(value)))
        problems.push({ field: `productData.${code}`, message: "must be a number" });
      else {
        const row = (product.values[rowOf(attribute, view)] ??= {});
        row[code] = isNumber && value !== null ? Number(value) : value;
      }
    }
    if (problems.length > 0) throw fault("data_invalid", problems);

    await tx.put("products", { ...product, updated_at: now });
    return true;
  },
};

async function found({ productId, store, identifierType }, fault, tx) {
  const { views } = await tx.get("settings", "shop");
  const view = views.find(({ store_id, code }) => [String(store_id), code].includes(String(store ?? 0)));
  if (!view) throw fault("store_not_exists");
  const product =
    identifierType === "sku"
      ? await tx.by("products", "sku", [productId])
      : await tx.get("products", Number(productId));
  if (!product) throw fault("product_not_exists");
  return { view, product };
}

/** The default values, over which those of the website and the store view win. */
function storedIn({ values }, { website_id, store_id }) {
  if (store_id === 0) return values[0];
  return { ...values[0], ...values[`w${website_id}`], ...values[`s${store_id}`] };
}

/** Attributes that are no values of a store view. */
function columnsOf({ sku, type, created_at, updated_at, tier_prices, options = [], download_links = [] }) {
  return {
    ...{ sku, type_id: type, created_at, updated_at },
    ...{ tier_price: tier_prices, group_price: [] },
    has_options: Number(options.length + download_links.length > 0),
    required_options: Number(options.some(({ is_require }) => is_require)),
    links_exist: Number(download_links.length > 0),
  };
}

/** Yes and no are numbers, also if they are stored as text. */
function shown({ source, frontend_input }, value) {
  const isYesNo = source === "yes_no" || frontend_input === "boolean";
  return isYesNo && typeof value === "string" ? Number(value) : (value ?? null);
}

/** The attributes of the set of a product that apply to its type. Images have operations of their own. */
async function attributesOf({ set, type }, tx) {
  const { groups } = await tx.get("attribute_sets", set);
  const ids = groups.flatMap(({ members }) => members.map(({ attribute_id }) => attribute_id));
  const attributes = await tx.find("attributes", {
    where: [{ path: "id", type: "number", op: "in", value: ids }],
  });
  return attributes.filter(
    ({ frontend_input, apply_to }) =>
      !["gallery", "media_image"].includes(frontend_input) &&
      (apply_to.length === 0 || apply_to.includes(type)),
  );
}

/** The row of values that a store view reads: of all, of its website, or its own. */
function rowOf({ scope }, { store_id, website_id }) {
  if (store_id === 0 || scope === "global") return "0";
  return scope === "website" ? `w${website_id}` : `s${store_id}`;
}
