/** Creates, changes and deletes customer accounts, for both JSON-RPC and REST. */
import { randomBytes } from "node:crypto";
import type { HashOf } from "../../../engine/calls/transactions.js";
import type { CustomerDoc } from "../../data/entities/customer.js";
import type { StoreView } from "../../data/entities/shop.js";
import type { HandlerSettings } from "../../namespace.js";
import type { CustomerFields, CustomerValidation } from "./customer-data.js";
import { changedCustomer, newCustomer, type NewCustomer } from "./customer-record.js";
import { shopDirectory, type ShopDirectory } from "../../stores/directory.js";
import { fold } from "../../../engine/values/text.js";
import { forEachInSlices, nextSlice } from "../../../engine/time-slices.js";
import { UniqueError, type ReadTx, type Storage, type Tx } from "../../../engine/storage/storage.js";
import { deleteAddresses } from "../addresses/addresses.js";
import { removeCustomerFromCarts } from "../../data/stored-carts.js";

/** The parts of a call that the account logic needs. */
export interface AccountContext {
  readonly tx: Tx;
  readonly shop: ShopDirectory;
  readonly now: string;
  readonly settings: Pick<HandlerSettings, "customerShareScope" | "customerConfirmationRequired">;
  readonly hashOf: HashOf;
}

/** Valid data, whose website and group exist. */
interface AccountData<Fields> {
  readonly given: Fields;
  readonly custom: CustomerValidation["custom"];
  /** The store view of origin; undefined = not given, store 0 = none. */
  readonly origin?: StoreView | undefined;
  /** ID and password hash, if they are known before the account is created. */
  readonly known?: { readonly id: number; readonly password_hash: string };
}

/** The ID of the new customer; undefined if the e-mail address is taken. */
export async function createAccount(
  context: AccountContext,
  { given, custom, origin, known }: AccountData<NewCustomer>,
): Promise<number | undefined> {
  const { tx, now, settings } = context;
  if (await isEmailTaken(context, given)) return undefined;

  const password_hash = known?.password_hash ?? context.hashOf(given.password);
  const confirmation = settings.customerConfirmationRequired ? randomBytes(16).toString("hex") : null;
  const id = known?.id ?? (await tx.next("customer"));
  const customer = newCustomer(given, custom, { id, now, password_hash, confirmation, origin });
  return (await storeUnlessTaken(tx, customer)) ? id : undefined;
}

/** Changes the given fields; false if another customer has the e-mail address. */
export async function changeAccount(
  context: AccountContext,
  customer: CustomerDoc,
  { given, custom, origin }: AccountData<Partial<CustomerFields>>,
): Promise<boolean> {
  const { tx, shop, now, hashOf } = context;
  const website_id = given.website_id ?? customer.website_id;
  if (await isEmailTaken(context, { email: given.email ?? customer.email, website_id }, customer.id))
    return false;

  const password_hash = given.password === undefined ? undefined : hashOf(given.password);
  const store_id = origin?.store_id ?? storeOfOrigin(shop, customer, website_id);
  const changed = changedCustomer(customer, given, custom, { now, password_hash, store_id });
  if (!(await storeUnlessTaken(tx, changed))) return false;
  if (password_hash !== undefined) await endSessions(tx, customer.id);
  return true;
}

/** Deletes an account with everything that belongs to it. Orders stay, with their copies of name and e-mail address. */
export async function deleteAccount(tx: Tx, customer: CustomerDoc): Promise<void> {
  await deleteAddresses(tx, customer.id);
  await endSessions(tx, customer.id);
  await removeCustomerFromOrders(tx, customer.id);
  await removeCustomerFromCarts(tx, customer.id);
  await deleteTagUses(tx, customer.id);
  await tx.del("customers", customer.id);
}

/** Deletes the uses of tags by a deleted customer. The tags stay. */
async function deleteTagUses(tx: Tx, customerId: number): Promise<void> {
  const uses = await tx.find("product_tag_uses", customerQuery(customerId));
  await forEachInSlices(uses, ({ id }) => tx.del("product_tag_uses", id));
}

/** The groups that customers can belong to, for messages: `1 (General), 2 (Wholesale)`. */
export function customerGroupNames({ doc }: ShopDirectory): string {
  return doc.customer_groups
    .filter(({ group_id }) => group_id !== 0)
    .map(({ group_id, code }) => `${group_id} (${code})`)
    .join(", ");
}

/** The websites that customers can belong to, for messages: `1 (base), 2 (second)`. */
export function customerWebsiteNames({ sellingWebsites }: ShopDirectory): string {
  return sellingWebsites.map(({ website_id, code }) => `${website_id} (${code})`).join(", ");
}

/** The data for looking up e-mail addresses. */
interface EmailLookup {
  readonly tx: ReadTx;
  readonly shop: ShopDirectory;
  readonly settings: Pick<HandlerSettings, "customerShareScope">;
}

/** Whether another customer has the e-mail address, in the website or in all websites. */
export async function isEmailTaken(
  book: EmailLookup & { readonly tx: Tx },
  account: Pick<CustomerDoc, "email" | "website_id">,
  ownId?: number,
): Promise<boolean> {
  // No unique index over all websites would reject two concurrent writes.
  if (book.settings.customerShareScope === "global") await book.tx.claim(`email ${fold(account.email)}`);
  return (await otherOwner(book, account, ownId)) !== undefined;
}

/** Another customer with the e-mail address, ignoring case, in the website or in all websites. */
async function otherOwner(
  { tx, shop, settings }: EmailLookup,
  { email, website_id }: Pick<CustomerDoc, "email" | "website_id">,
  ownId?: number,
): Promise<CustomerDoc | undefined> {
  const isShared = settings.customerShareScope === "global";
  const websiteIds = isShared ? shop.sellingWebsites.map((website) => website.website_id) : [website_id];
  for (const id of websiteIds) {
    const other = await tx.by("customers", "email", [id, email]);
    if (other && other.id !== ownId) return other;
  }
  return undefined;
}

/** Why all websites cannot share accounts: two customers have the same e-mail address. Undefined if they can. */
export async function sharingProblem(storage: Storage): Promise<string | undefined> {
  const settings = { customerShareScope: "global" } as const;
  for await (const batch of storage.scan("customers")) {
    const problem = await storage.read(async (tx) => {
      const shop = await shopDirectory(tx);
      for (const customer of batch) {
        const other = await otherOwner({ tx, shop, settings }, customer, customer.id);
        if (other) return `customers ${customer.id} and ${other.id} have the same e-mail address`;
      }
      return undefined;
    });
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Ends the REST sessions of a customer. */
async function endSessions(tx: Tx, customerId: number): Promise<void> {
  const sessions = await tx.find("sessions", customerQuery(customerId));
  await forEachInSlices(sessions, ({ id }) => tx.del("sessions", id));
}

/** False if the unique index rejects the write, because another process has stored the address in the meantime. */
async function storeUnlessTaken(tx: Tx, customer: CustomerDoc): Promise<boolean> {
  try {
    await tx.put("customers", customer);
    return true;
  } catch (error) {
    if (error instanceof UniqueError && error.collection === "customers") return false;
    throw error;
  }
}

/** The store of origin after a change of website: the default store view of the new website, or none as before. */
function storeOfOrigin(shop: ShopDirectory, { store_id }: CustomerDoc, websiteId: number): number {
  const isElsewhere = store_id !== 0 && shop.view(store_id)?.website_id !== websiteId;
  return isElsewhere ? (shop.defaultStoreId(shop.website(websiteId)) ?? 0) : store_id;
}

/** Orders between two yields: a few milliseconds of work. */
const ordersPerYield = 500;

async function removeCustomerFromOrders(tx: Tx, customerId: number): Promise<void> {
  for (;;) {
    // The query no longer finds orders that were changed.
    const orders = await tx.find("orders", { ...customerQuery(customerId), limit: ordersPerYield });
    await forEachInSlices(orders, (order) => tx.put("orders", { ...order, customer_id: null }));
    if (orders.length < ordersPerYield) return;
    await nextSlice();
  }
}

function customerQuery(customerId: number) {
  return { where: [{ path: "customer_id", type: "number", op: "eq", value: customerId }] } as const;
}
