/** `cart_customer`: the buyer and the addresses of a cart. beyond 8. */
import type { CartAddress, CartBuyer, CartDoc } from "../data/entities/cart.js";
import { about } from "../../engine/contract/faults.js";
import { withinPlace, type Problem } from "../../engine/values/problem.js";
import { countries } from "../directory/countries.js";
import type { Call, Namespace } from "../namespace.js";
import { membersFault, withoutEffect } from "../../engine/contract/members.js";
import { isObject, toData, toId, type DataObject } from "../../engine/values/coercion.js";
import {
  idleAddressMembers,
  readCartAddress,
  readStoredAddress,
  type CartAddressEntry,
} from "./addresses.js";
import { buyerOfCustomer, idleBuyerMembers, readBuyer } from "./buyers.js";
import { requireCart, saveCart } from "./carts.js";
import { withoutAliases } from "../inputs.js";
import { priceCart } from "./pricing.js";

const modes = ["customer", "guest", "register"];
const modeProblems = [{ field: "customer.mode", message: "must be customer, guest or register" }];

export const cartCustomer: Namespace<"cart_customer"> = {
  async set(call) {
    const { check, tx, fault, now } = call;
    const found = await requireCart(call);
    const { customer: data } = check("customer");
    const mode = typeof data.mode === "string" ? data.mode : "";
    if (mode === "") throw fault("customer_mode_is_unknown", modeProblems);
    const { customer_id, buyer } = await (mode === "customer"
      ? customerBuyer(call, data)
      : newBuyer(call, data, mode));
    const idle = withoutEffect(call, "customer.", () => idleBuyerMembers(data, buyer));
    if (idle.length > 0) throw membersFault("customer", idle);

    const priced = await priceCart(call, withBuyer(found, customer_id, buyer));
    await saveCart(tx, priced.cart, now);
    return true;
  },

  async addresses(call) {
    const { args, tx, fault, now } = call;
    const found = await requireCart(call);
    const entries: unknown = args.addresses;
    if (!Array.isArray(entries) || entries.length === 0) throw fault("customer_address_data_empty");
    if (!isObject(entries[0])) throw fault("customer_address_data_empty", about("addresses[0]"));

    let changed = found;
    for (const [index, entry] of entries.entries()) {
      const place = `addresses[${index}]`;
      const read = await readAddressEntry(call, changed, entry, place);
      const idle = withoutEffect(call, "", () => idleAddressMembers(toData(entry) ?? {}, read, `${place}.`));
      if (idle.length > 0) throw membersFault("addresses", idle);
      changed = withAddress(changed, read);
    }
    await saveCart(tx, (await priceCart(call, changed, "rated")).cart, now);
    return true;
  },
};

interface BuyerUpdate {
  readonly customer_id: number | null;
  readonly buyer: CartBuyer;
}

async function customerBuyer(
  { tx, fault }: Call<"cart_customer.set">,
  data: DataObject,
): Promise<BuyerUpdate> {
  const customer = await tx.get("customers", toId(withoutAliases("CartCustomer", data).customer_id));
  if (!customer) throw fault("customer_not_exists");
  return { customer_id: customer.id, buyer: buyerOfCustomer(customer) };
}

async function newBuyer(
  { fault, hashOf }: Call<"cart_customer.set">,
  data: DataObject,
  mode: string,
): Promise<BuyerUpdate> {
  const read = readBuyer(data, mode);
  if ("problems" in read)
    throw fault("customer_data_invalid", { sentences: withinPlace("customer", read.problems) });
  if (!modes.includes(mode)) throw fault("customer_mode_is_unknown", modeProblems);
  const { buyer, password } = read;
  const password_hash = password === undefined ? null : hashOf(password);
  return { customer_id: null, buyer: { ...buyer, password_hash } };
}

/** Sets the buyer. The addresses take the e-mail address of the new buyer. */
function withBuyer(cart: CartDoc, customer_id: number | null, buyer: CartBuyer): CartDoc {
  const { email } = buyer;
  const { billing_address, shipping_address } = cart;
  return {
    ...cart,
    customer_id,
    buyer,
    billing_address: billing_address && { ...billing_address, email },
    shipping_address: shipping_address && { ...shipping_address, email },
  };
}

async function readAddressEntry(
  { tx, fault, now, settings }: Call<"cart_customer.addresses">,
  { customer_id, buyer }: CartDoc,
  entry: unknown,
  place: string,
): Promise<CartAddressEntry> {
  const data = toData(entry) ?? {};
  const email = buyer?.email ?? null;
  const { address_id = null } = data;
  const { optionalPostcodeCountries, regionRequiredCountries } = settings;
  const context = { countries, optionalPostcodeCountries, regionRequiredCountries };
  if (address_id === null || address_id === "")
    return requireValid(readCartAddress(data, email, now, context));
  const stored = await tx.get("addresses", toId(address_id));
  const aboutId = about(`${place}.address_id`);
  if (!stored) throw fault("invalid_address_id", aboutId);
  if (customer_id === null || stored.customer_id !== customer_id)
    throw fault("address_not_belong_customer", aboutId);
  return requireValid(readStoredAddress(data, stored, email, now));

  function requireValid(
    read: CartAddressEntry | { readonly problems: readonly Problem[] },
  ): CartAddressEntry {
    if ("problems" in read)
      throw fault("customer_address_invalid", { sentences: withinPlace(place, read.problems) });
    return read;
  }
}

function withAddress(cart: CartDoc, { mode, isForShipping, address }: CartAddressEntry): CartDoc {
  const known = (before: CartAddress | null) => ({
    ...address,
    created_at: before?.created_at ?? address.created_at,
  });
  const billing_address = mode === "billing" ? known(cart.billing_address) : cart.billing_address;
  const goesThere = mode === "shipping" || isForShipping;
  return {
    ...cart,
    billing_address,
    shipping_address: goesThere ? known(cart.shipping_address) : cart.shipping_address,
  };
}
