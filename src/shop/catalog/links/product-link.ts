/** `catalog_product_link`: links from a product to others. beyond 3. */
import type { Handling } from "../../../engine/contract/members.js";
import type { LinkType, ProductDoc } from "../../data/entities/catalog.js";
import type { Raise } from "../../../engine/calls/handler.js";
import type { Identifier } from "../../../engine/values/coercion.js";
import type { Problem } from "../../../engine/values/problem.js";
import type { ReadTx } from "../../../engine/storage/storage.js";
import type { Call, CallRaising, Namespace } from "../../namespace.js";
import { findProduct, requireProduct } from "../records/product-lookups.js";
import { isLinkType, linkAttributes, linkKey, linkTypes, noValues, readLinkValues } from "./link-data.js";
import { findLink, linkedProducts, saveLink, type LinkedProduct } from "./links.js";

export const productLink: Namespace<"catalog_product_link"> = {
  async types() {
    return [...linkTypes];
  },

  async attributes({ args, fault }) {
    return linkAttributes(linkTypeOf(args.type, fault));
  },

  async list(call) {
    const { args, tx, fault } = call;
    const type = linkTypeOf(args.type, fault);
    const { id } = await requireProduct(call, args.product, args.identifierType);

    return (await linkedProducts(tx, id, type)).map(linkEntry);
  },

  async assign(call) {
    const { args, tx, fault } = call;
    const type = linkTypeOf(args.type, fault);
    const { id } = await requireProduct(call, args.product, args.identifierType);
    const values = linkValues(call, type);
    const linked = await requireLinked(call, args.linkedProduct);
    if (linked.id === id) return true;

    await saveLink(tx, { type, product_id: id, linked_product_id: linked.id, ...noValues, ...values });
    return true;
  },

  async update(call) {
    const { args, tx, fault } = call;
    const type = linkTypeOf(args.type, fault);
    const { id } = await requireProduct(call, args.product, args.identifierType);
    const values = linkValues(call, type);
    if (Object.keys(values).length === 0) return true;
    const linked = await requireLinked(call, args.linkedProduct);
    if (linked.id === id) return true;

    const place = { type, product_id: id, linked_product_id: linked.id };
    const link = (await findLink(tx, place)) ?? noValues;
    await saveLink(tx, { ...place, position: link.position, qty: link.qty, ...values });
    return true;
  },

  async remove(call) {
    const { args, tx, fault } = call;
    const type = linkTypeOf(args.type, fault);
    const { id } = await requireProduct(call, args.product, args.identifierType);
    const linked = await findLinked(tx, args.linkedProduct);
    if (!linked) return true;

    await tx.del("product_links", linkKey({ type, product_id: id, linked_product_id: linked.id }));
    return true;
  },
};

function linkTypeOf(type: unknown, fault: Raise<"type_not_exists">): LinkType {
  if (isLinkType(type)) return type;
  throw fault("type_not_exists", `The type of a link must be one of ${linkTypes.join(", ")}.`);
}

/** Reads the values of a link. Throws `data_invalid`. */
function linkValues(
  call: Pick<
    Call<"catalog_product_link.assign" | "catalog_product_link.update">,
    "check" | "fault" | keyof Handling
  >,
  type: LinkType,
) {
  const { data = {} } = call.check("data");
  const problems: Problem[] = [];
  const values = readLinkValues(data, type, call, problems);
  if (problems.length > 0) throw call.fault("data_invalid", problems);
  return values;
}

/** Tries the SKU before the ID; `identifierType` applies only to the other product. */
async function findLinked(tx: ReadTx, identifier: Identifier): Promise<ProductDoc | undefined> {
  return (await findProduct(tx, identifier, "sku")) ?? (await findProduct(tx, identifier, "id"));
}

async function requireLinked(
  { tx, fault }: CallRaising<"data_invalid">,
  identifier: Identifier,
): Promise<ProductDoc> {
  const linked = await findLinked(tx, identifier);
  if (linked) return linked;
  throw fault("data_invalid", [
    { field: "linkedProduct", message: "is neither the SKU nor the ID of a product" },
  ]);
}

function linkEntry({
  link: { type: linkType, position, qty },
  product: { id, type, set, sku },
}: LinkedProduct) {
  const entry = { product_id: id, type, set, sku, position };
  return linkType === "grouped" ? { ...entry, qty } : entry;
}
