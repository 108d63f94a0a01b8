/** Customer accounts as JSON-RPC and REST create, change and delete them: one logic, so that they never disagree. */
import { randomBytes } from "node:crypto";
import type { HashOf } from "../../../engine/calls/transactions.js";
import type { CustomerDoc } from "../../data/entities/customer.js";
import type { StoreView } from "../../data/entities/shop.js";
import type { HandlerSettings } from "../../namespace.js";
import type { CustomerFields, CustomerJudgement } from "./customer-data.js";
import { changedCustomer, newCustomer, type NewCustomer } from "./customer-record.js";
import { shopDirectory, type ShopDirectory } from "../../stores/directory.js";
import { fold } from "../../../engine/values/text.js";
import { forEachInSlices, nextSlice } from "../../../engine/time-slices.js";
import { UniqueError, type ReadTx, type Storage, type Tx } from "../../../engine/storage/storage.js";
import { deleteAddresses } from "../addresses/addresses.js";
import { removeCustomerFromCarts } from "../../carts/carts.js";

/** What the account logic needs of a call, whichever interface it came by. */
export interface AccountWriting {
  readonly tx: Tx;
  readonly shop: ShopDirectory;
  readonly now: string;
  readonly settings: Pick<HandlerSettings, "customerShareScope" | "customerConfirmationRequired">;
  readonly hashOf: HashOf;
}

/** Judged data without problems, whose website and group exist. */
export interface AccountData<Fields> {
  readonly given: Fields;
  readonly custom: CustomerJudgement["custom"];
  /** The store view of origin; undefined = not given, store 0 = none. */
  readonly origin?: StoreView | undefined;
  /** Its ID and the hash of its password, where they are known before the account is made. */
  readonly known?: { readonly id: number; readonly password_hash: string };
}

/** The ID of the new customer; undefined when the e-mail address is taken. */
export async function createAccount(
  writing: AccountWriting,
  { given, custom, origin, known }: AccountData<NewCustomer>,
): Promise<number | undefined> {
  const { tx, now, settings } = writing;
  if (await isEmailTaken(writing, given)) return undefined;

  const password_hash = known?.password_hash ?? writing.hashOf(given.password);
  const confirmation = settings.customerConfirmationRequired ? randomBytes(16).toString("hex") : null;
  const id = known?.id ?? (await tx.next("customer"));
  const customer = newCustomer(given, custom, { id, now, password_hash, confirmation, origin });
  return (await storeUnlessTaken(tx, customer)) ? id : undefined;
}

/** Changes what was given; false when another customer has the e-mail address. */
export async function changeAccount(
  writing: AccountWriting,
  customer: CustomerDoc,
  { given, custom, origin }: AccountData<Partial<CustomerFields>>,
): Promise<boolean> {
  const { tx, shop, now, hashOf } = writing;
  const website_id = given.website_id ?? customer.website_id;
  if (await isEmailTaken(writing, { email: given.email ?? customer.email, website_id }, customer.id))
    return false;

  const password_hash = given.password === undefined ? undefined : hashOf(given.password);
  const store_id = origin?.store_id ?? storeOfOrigin(shop, customer, website_id);
  const changed = changedCustomer(customer, given, custom, { now, password_hash, store_id });
  if (!(await storeUnlessTaken(tx, changed))) return false;
  if (password_hash !== undefined) await endSessions(tx, customer.id);
  return true;
}

/** Deletes an account with all that belongs to it. Orders stay, with the name and e-mail address copied into them. */
export async function deleteAccount(tx: Tx, customer: CustomerDoc): Promise<void> {
  await deleteAddresses(tx, customer.id);
  await endSessions(tx, customer.id);
  await releaseOrders(tx, customer.id);
  await removeCustomerFromCarts(tx, customer.id);
  await deleteTagUses(tx, customer.id);
  await tx.del("customers", customer.id);
}

/** What the customer tagged keeps its tags, if others gave them, too. */
async function deleteTagUses(tx: Tx, customerId: number): Promise<void> {
  const uses = await tx.find("product_tag_uses", customerQuery(customerId));
  await forEachInSlices(uses, ({ id }) => tx.del("product_tag_uses", id));
}

/** A website that customers can belong to: any but the technical one. */
export function isCustomerWebsite(shop: ShopDirectory, websiteId: number): boolean {
  return websiteId !== 0 && shop.website(websiteId) !== undefined;
}

/** A group that customers can belong to: any but the one of visitors. */
export function isCustomerGroup({ doc }: ShopDirectory, groupId: number): boolean {
  return groupId !== 0 && doc.customer_groups.some(({ group_id }) => group_id === groupId);
}

/** Where e-mail addresses are looked up. */
interface AddressBook {
  readonly tx: ReadTx;
  readonly shop: ShopDirectory;
  readonly settings: Pick<HandlerSettings, "customerShareScope">;
}

/** Whether another customer has the e-mail address in the scope of accounts. */
export async function isEmailTaken(
  book: AddressBook & { readonly tx: Tx },
  account: Pick<CustomerDoc, "email" | "website_id">,
  ownId?: number,
): Promise<boolean> {
  // Over all websites no index decides between two that come at the same moment.
  if (book.settings.customerShareScope === "global") await book.tx.claim(`email ${fold(account.email)}`);
  return (await otherOwner(book, account, ownId)) !== undefined;
}

/** Another customer with the e-mail address, upper and lower case alike, in the scope of accounts. */
async function otherOwner(
  { tx, shop, settings }: AddressBook,
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

/** Why accounts cannot be shared by all websites, if two of them have the same e-mail address. */
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
export async function endSessions(tx: Tx, customerId: number): Promise<void> {
  const sessions = await tx.find("sessions", customerQuery(customerId));
  await forEachInSlices(sessions, ({ id }) => tx.del("sessions", id));
}

/** False when the unique index knows better than the look before: another process may write at the same time. */
async function storeUnlessTaken(tx: Tx, customer: CustomerDoc): Promise<boolean> {
  try {
    await tx.put("customers", customer);
    return true;
  } catch (error) {
    if (error instanceof UniqueError && error.collection === "customers") return false;
    throw error;
  }
}

/** A customer who moves to another website comes from its default store view afterwards, unless from none. */
function storeOfOrigin(shop: ShopDirectory, { store_id }: CustomerDoc, websiteId: number): number {
  const isElsewhere = store_id !== 0 && shop.view(store_id)?.website_id !== websiteId;
  const groupId = shop.website(websiteId)?.default_group_id ?? 0;
  return isElsewhere ? (shop.group(groupId)?.default_store_id ?? 0) : store_id;
}

/** Orders that are looked up together: a few milliseconds. */
const ordersPerTurn = 500;

async function releaseOrders(tx: Tx, customerId: number): Promise<void> {
  for (;;) {
    // Those that were changed are no longer found.
    const orders = await tx.find("orders", { ...customerQuery(customerId), limit: ordersPerTurn });
    await forEachInSlices(orders, (order) => tx.put("orders", { ...order, customer_id: null }));
    if (orders.length < ordersPerTurn) return;
    await nextSlice();
  }
}

function customerQuery(customerId: number) {
  return { where: [{ path: "customer_id", type: "number", op: "eq", value: customerId }] } as const;
}
