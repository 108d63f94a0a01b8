/**
 * Replays the golden exchanges against a server without our test control: reads are compared by their shape, writes use
 * objects that the file itself creates. Created objects are removed again; files that cannot be checked are counted.
 */
import type { Contract } from "../../../engine/contract/contract.js";
import { dressOf } from "../../../engine/doors/dress.js";
import { isObject } from "../../../engine/values/coercion.js";
import { append } from "../../../engine/values/lists.js";
import { callBuiltin, callOperation, login, type DoorTarget } from "../doors/call.js";
import { unusableDoor } from "../doors/unusable-door.js";
import { namedArguments } from "../doors/named-arguments.js";
import { truncatedText, type CallAnswer, type CallOutcome } from "../doors/outcome.js";
import { functionXml, resultOfFunction, UncallableError } from "../doors/soap.js";
import { differencesOf, outcomeName, type AnswerDifference } from "../replay/differences.js";
import { answeredIdKind, Identities, idKindOf, idsIn } from "../replay/identities.js";
import { differenceText } from "../replay/report-forms.js";
import { ruleFor, type DifferenceRule } from "../replay/rules.js";
import {
  callsOf,
  codeOf,
  isInstalled,
  isSentAsAbsent,
  needsOf,
  type GoldenCall,
  type GoldenOrder,
  type GoldenStep,
} from "./calls.js";
import { copiedKinds, Copies, SampleShop } from "./copies.js";
import type { GoldenFile } from "./golden.js";
import { inventoryOf, type ListedObject } from "./inventory.js";
import { differentAmounts, placeByCart } from "./orders-by-cart.js";
import { NotJudgedError, rowsOf, type Row, type Send } from "./send.js";

interface ForeignOptions {
  readonly target: DoorTarget;
  readonly username: string;
  readonly key: string;
  /** Whether objects may be created, changed and removed. */
  readonly writes: boolean;
  /** Whether orders and carts may be created, which cannot be removed. Implies `writes`. */
  readonly writesOrders: boolean;
  readonly rules: readonly DifferenceRule[];
  readonly onFile?: () => void;
}

/** In the order of the report. `unanswered`: an error page, half an answer, or none in time, which are no answer of the door. */
const verdicts = ["passed", "decided", "failed", "unanswered", "not_judged"] as const;

type ForeignRow = { readonly operation: string } & Record<(typeof verdicts)[number], number>;

interface ForeignReport {
  /** The counts add up to the number of golden files. */
  readonly rows: readonly ForeignRow[];
  readonly failures: readonly {
    readonly place: string;
    readonly title: string;
    readonly differences: readonly string[];
  }[];
  /** The first call of each unanswered file, and what came instead. */
  readonly unanswered: readonly string[];
  /** How many files were not judged, by reason. */
  readonly reasons: Readonly<Record<string, number>>;
  /** Created objects that could not be removed. */
  readonly left: readonly string[];
  /** The numbers of the created orders, which stay, cancelled where possible, with those of their documents. */
  readonly orders: readonly string[];
  /** The IDs of the created carts that are not ordered; no operation removes them. */
  readonly carts: readonly string[];
  readonly isStopped: boolean;
}

/** The user cannot log in, or the server does not answer. */
export class ForeignServerError extends Error {}

type Verdict =
  | { readonly verdict: "passed" | "decided" }
  | { readonly verdict: "failed"; readonly line: number; readonly differences: readonly string[] }
  | { readonly verdict: "unanswered"; readonly line: number; readonly what: string }
  | { readonly verdict: "not_judged"; readonly reason: string };

/** Higher than any ID in a real shop. */
const absentId = 4_294_000_000;

/** The ID that stands for one that a shop does not have, as a text or a number. */
function absent(id: unknown): string | number {
  const other = absentId + (Number(id) % 1000);
  return typeof id === "string" ? String(other) : other;
}

/** Members and parameters whose values must be unique in a shop, and the operations that set them. */
const uniqueNames = /^(sku|attribute_code|attributeSetName|groupName)$/;
const makesNames = /\.(create|groupAdd|groupRename|update)$/;
const makesParts = /^catalog_product_(custom_option|custom_option_value|downloadable_link)\./;

/** The documents of an order, which stay with it. */
const documents: Readonly<Record<string, string>> = {
  invoice_number: "invoice",
  shipment_number: "shipment",
  creditmemo_number: "credit memo",
};

/** The call that removes an object of each kind. */
const removals: Readonly<Record<string, (id: unknown) => readonly [path: string, args: readonly unknown[]]>> =
  {
    product: (id) => ["catalog_product.delete", [id]],
    category: (id) => ["catalog_category.delete", [id]],
    address: (id) => ["customer_address.delete", [id]],
    customer: (id) => ["customer.delete", [id]],
    attribute: (id) => ["catalog_product_attribute.remove", [id]],
    set: (id) => ["catalog_product_attribute_set.remove", [id]],
  };

export class ForeignConformance {
  private session = "";
  private isStopped = false;
  private readonly left: string[] = [];
  private readonly orders: string[] = [];
  private readonly carts: string[] = [];
  private current: FileRun | undefined;
  /** Why the door cannot be used any more. */
  private problem: string | undefined;
  private sample: Promise<SampleShop> | undefined;
  private filesSoFar = 0;
  /** The store views and websites that stand for those of golden files. */
  private places: readonly Place[] = [];
  private readonly found: Record<string, unknown> = {};
  /** Random suffix for names that must be unique in the shop. */
  private readonly mark = Math.random().toString(36).slice(2, 8);

  constructor(private readonly options: ForeignOptions) {}

  /** Stops after the current call; created objects are removed, and the remaining files are not judged. */
  stop(): void {
    this.isStopped = true;
  }

  /** Objects that this run has created on the server and not removed yet. */
  unremoved(): string[] {
    const named = (kind: string, ids: readonly string[]) => ids.map((id) => `${kind} ${id}`);
    return [
      ...this.left,
      ...(this.current?.unremoved() ?? []),
      ...named("order", this.orders),
      ...named("cart", this.carts),
    ];
  }

  /** Throws a `ForeignServerError` if the login fails, or the door turns out to be unusable. */
  async run(files: readonly GoldenFile[]): Promise<ForeignReport> {
    await this.enter();
    this.checkUsable();
    const before = this.options.writes ? await this.inventory() : undefined;
    this.checkUsable();
    const rows = new Map<string, ForeignRow>();
    const failures: ForeignReport["failures"][number][] = [];
    const unanswered: string[] = [];
    const reasons: Record<string, number> = {};
    for (const file of files) {
      const { operation, path, title } = file;
      const none = { passed: 0, decided: 0, failed: 0, unanswered: 0, not_judged: 0 };
      const row = rows.get(operation) ?? { operation, ...none };
      rows.set(operation, row);
      const result = await this.file(file);
      row[result.verdict] += 1;
      if (result.verdict === "not_judged") reasons[result.reason] = (reasons[result.reason] ?? 0) + 1;
      if (result.verdict === "failed")
        failures.push({ place: `${path}:${result.line}`, title, differences: result.differences });
      if (result.verdict === "unanswered") unanswered.push(`${path}:${result.line}: ${result.what}`);
      this.options.onFile?.();
      this.checkUsable();
    }
    await (await this.sample)?.stop();
    if (before) await this.removeNew(before);
    await callBuiltin(this.options.target, "endSession", [this.session]);
    const { left, orders, carts, isStopped } = this;
    return { rows: [...rows.values()], failures, unanswered, reasons, left, orders, carts, isStopped };
  }

  private checkUsable(): void {
    if (this.problem === undefined) return;
    const left = this.unremoved();
    throw new ForeignServerError(
      left.length === 0 ? this.problem : `${this.problem}\nnot removed: ${left.join(", ")}`,
    );
  }

  private inventory(): Promise<ReadonlyMap<string, ListedObject>> {
    return inventoryOf(this.send);
  }

  /** Removes the objects that have a name of this run, and lists the others, which somebody else may have created. */
  private async removeNew(before: ReadonlyMap<string, ListedObject>): Promise<void> {
    for (const [key, { kind, id, name }] of await this.inventory()) {
      if (before.has(key)) continue;
      const known = this.left.findIndex((one) => one.startsWith(`${key} `));
      const removal = name.includes(this.mark) ? removals[kind] : undefined;
      if (removal) {
        const [path, args] = removal(id);
        const answer = await this.send(path, args);
        if (answer.outcome === "result") {
          if (known >= 0) this.left.splice(known, 1);
          continue;
        }
      }
      if (known < 0)
        this.left.push(`${key} (${name === "" ? "without a name" : name}), which was not there before`);
    }
  }

  private async enter(): Promise<void> {
    const { target, username, key } = this.options;
    const answer = await login(target, username, key);
    if (answer.outcome !== "result" || typeof answer.value !== "string") {
      const unusable = await unusableDoor(target, answer);
      const why = answer.outcome === "broken" ? answer.reason : outcomeName(answer);
      throw new ForeignServerError(unusable ?? `${username} cannot log in by ${target.door}: ${why}`);
    }
    this.session = answer.value;
    this.places = placesOf(await rowsOf(this.send, "core_store.list", []));
    await this.findOrders();
  }

  /** Finds an existing order and a document of each kind, for files that read those of the sample shop. */
  private async findOrders(): Promise<void> {
    for (const kind of ["order", "shipment", "invoice", "creditmemo"]) {
      const path = kind === "order" ? "sales_order.list" : `sales_order_${kind}.list`;
      const [first] = await rowsOf(this.send, path, []);
      if (first) this.found[`${kind}_number`] = first.increment_id;
    }
  }

  private async file(file: GoldenFile): Promise<Verdict> {
    try {
      return await this.judged(file);
    } catch (error) {
      if (error instanceof NotJudgedError) return { verdict: "not_judged", reason: error.message };
      if (error instanceof UncallableError)
        return { verdict: "not_judged", reason: "the door has no such function" };
      throw error;
    }
  }

  /** Throws a `NotJudgedError`. */
  private async judged(file: GoldenFile): Promise<Verdict> {
    const { target, writes: mayWrite, writesOrders: mayOrder } = this.options;
    refuse(this.isStopped && "was stopped before");
    const { control, steps, copies = [], writes, writesOrders } = needsOf(file, target.contract);
    refuse(control !== undefined && `needs the control: ${control}`);
    refuse(
      writesOrders &&
        !mayOrder &&
        "creates orders or carts, which cannot be removed: use --write-orders to check it",
    );
    refuse(writes && !mayWrite && "writes: use --write to check it");
    const calls = callsOf(steps);
    const lacking = (find: (call: GoldenCall) => string | undefined) => {
      const missing = calls.map(find).find((one) => one !== undefined);
      return missing !== undefined && `the shop has no ${missing}`;
    };
    refuse(lacking((one) => this.missingStore(one)));
    refuse(
      calls.some((one) => hasNumberAsName(target.contract, one)) && "uses names that another shop may have",
    );
    const makesOrders = calls.length < steps.length || calls.some(isOrdering);
    const missingOrder = () => !makesOrders && lacking((one) => this.missingObject(one));
    // The orders of this run serve as well.
    if (this.orders.length > 0 && missingOrder()) await this.findOrders();
    refuse(missingOrder());
    const isOfSample =
      file.dataset === "sample" && calls.some((one) => one.isWrite || this.readsSampleShop(one));
    refuse(isOfSample && !mayWrite && "reads the sample shop: use --write to copy what it names");
    for (const [isMet, reason] of isOfSample ? [...hindrancesOfCopies, ...hindrances] : hindrances)
      refuse(calls.some(isMet) && reason);
    const run = new FileRun(
      this.options,
      // Every file has names of its own, so that an object that cannot be removed does not disturb the others.
      `${this.mark}${(this.filesSoFar += 1).toString(36)}`,
      // A file that creates its own orders, or writes to copies, refers to these only.
      makesOrders || isOfSample ? {} : this.found,
      this.places,
      this.send,
      () => this.isStopped,
    );
    this.current = run;
    try {
      if (isOfSample || copies.length > 0)
        await run.copy(copies, calls, { sample: await this.sampleShop(), isOfSample });
      return await run.verdict(steps);
    } finally {
      append(this.left, await run.tidy());
      append(this.orders, run.ordersWithDocuments());
      append(this.carts, run.carts);
      this.current = undefined;
    }
  }

  /** In its first state. */
  private async sampleShop(): Promise<Send> {
    this.sample ??= SampleShop.start(this.options.target.contract);
    return (await this.sample).fresh();
  }

  private readonly send: Send = async (path, args) => {
    const { target } = this.options;
    const answer = await callOperation(target, this.session, livingName(target.contract, path), args);
    this.problem ??= await unusableDoor(target, answer);
    return answer;
  };

  /** A store view or website of the built-in data that the file uses and this shop does not have. */
  private missingStore({ operation, args, expected }: GoldenCall): string | undefined {
    if (expected.outcome === "fault") return undefined;
    for (const [name, leaf] of leaves(namedArguments(this.options.target.contract, operation, args))) {
      const value = typeof leaf === "number" ? String(leaf) : leaf;
      const kind = placeKindOf(name);
      if (kind === undefined || typeof value !== "string" || ["", "0", "admin", "all"].includes(value))
        continue;
      if (kind === "website" && !/^\d+$/.test(value)) continue;
      if (!this.places.some((one) => one.kind === kind && one.golden === value)) return `${kind} ${value}`;
    }
    return undefined;
  }

  /** Whether the call needs an object of our sample shop. A call that expects `…_not_exists` does not. */
  private readsSampleShop({ operation, args, expected }: GoldenCall): boolean {
    const name = expected.outcome === "fault" ? (expected.fault.name ?? "") : "";
    if (name.endsWith("_not_exists") && name !== "store_not_exists") return false;
    const [first] = namedArguments(this.options.target.contract, operation, args);
    const kind = first && idKindOf(operation, first[0]);
    const isNumber = /^[1-9]\d*$/.test(String(first?.[1]));
    return kind !== undefined && isNumber && this.found[kind] === undefined && !isInstalled(kind, first?.[1]);
  }

  /** The kind of order or document that the call reads and this shop has none of. */
  private missingObject({ operation, args, expected }: GoldenCall): string | undefined {
    if (expected.outcome === "fault") return undefined;
    for (const [name] of namedArguments(this.options.target.contract, operation, args)) {
      const kind = idKindOf(operation, name);
      if (kind?.endsWith("_number") && this.found[kind] === undefined) return kind.replace("_number", "");
    }
    return undefined;
  }
}

/** The name that Magento has: its lists are called `list`, also those that the documents call `items`. */
function livingName({ operationNames }: Contract, path: string): string {
  const listed = path.replace(/\.items$/, ".list");
  return operationNames.get(listed) === path ? listed : path;
}

/** Whether the call creates an order from a cart. */
function isOrdering({ operation, expected }: GoldenCall): boolean {
  return answeredIdKind(operation) === "order_number" && expected.outcome === "result";
}

/** A store view or website of golden files, by code or ID, and the one of the shop that stands for it. */
interface Place {
  readonly kind: "store" | "website";
  readonly golden: string;
  readonly own: unknown;
}

/** The views of the sample shop: two of the first website, then one of another. */
const goldenViews = [
  { code: "default", id: "1", website: "1" },
  { code: "german", id: "3", website: "1" },
  { code: "second_default", id: "2", website: "2" },
] as const;

function placesOf(views: readonly Row[]): readonly Place[] {
  const free = [...views].sort((one, other) => Number(other.is_active) - Number(one.is_active));
  return goldenViews.flatMap(({ code, id, website }): Place[] => {
    const isFirst = website === "1";
    const own = free.find(({ website_id }) => (Number(website_id) === 1) === isFirst);
    if (!own) return [];
    free.splice(free.indexOf(own), 1);
    return [
      { kind: "store", golden: code, own: own.code },
      { kind: "store", golden: id, own: own.store_id },
      { kind: "website", golden: website, own: own.website_id },
    ];
  });
}

function placeKindOf(name: string): Place["kind"] | undefined {
  if (/^store(_id|view)?s?$/i.test(name)) return "store";
  return /^website(_id)?s?$/i.test(name) ? "website" : undefined;
}

type Hindrance = readonly [isMet: (call: GoldenCall) => boolean, reason: string];

/** Why a file is not judged that names objects of the sample shop. */
const hindrancesOfCopies: readonly Hindrance[] = [
  [
    ({ operation, expected }) =>
      operation.startsWith("sales_order") && faultName(expected) !== "order_not_exists",
    "needs orders of the sample shop",
  ],
  [
    ({ operation, expected }) =>
      operation.startsWith("catalog_product_tag.") &&
      !/^(product|customer|store)_not_exists$/.test(faultName(expected) ?? ""),
    "changes tags, which belong to the whole shop",
  ],
  [
    ({ operation, args }) =>
      operation === "catalog_product_downloadable_link.remove" && JSON.stringify(args).includes('"sample"'),
    "names a sample of a download, which has the numbers of links",
  ],
];

/** Why any file is not judged. */
const hindrances: readonly Hindrance[] = [
  [
    ({ operation, expected }) =>
      operation === "catalog_product_attribute.removeOption" && expected.outcome === "result",
    "names an option of an attribute by the value of a product",
  ],
];

/** Throws a `NotJudgedError` if there is a reason. */
function refuse(reason: string | false | undefined): void {
  if (reason) throw new NotJudgedError(reason);
}

function faultName(expected: CallOutcome): string | undefined {
  return expected.outcome === "fault" ? expected.fault.name : undefined;
}

/** Whether a SKU consists of digits: a unique suffix would make it something other than a number. */
function hasNumberAsName(contract: Contract, { operation, args }: GoldenCall): boolean {
  const entries = [...leaves(namedArguments(contract, operation, args))];
  return entries.some(([name, value]) => name === "sku" && /^\d+$/.test(String(value)));
}

/** Whether SOAP v2 can carry the arguments: its types have no place for `false` as a text, an empty list, and other members. */
function fitsSoapTypes(contract: Contract, { operation, args }: GoldenCall): boolean {
  if (/\bfalse\b|\[\]/.test(JSON.stringify(args ?? null))) return false;
  const sent = functionXml(contract, null, operation, args);
  const members = namedArguments(contract, operation, args).flatMap(([, value]) =>
    isObject(value) ? [...leaves(Object.entries(value))] : [],
  );
  return members.every(([name]) => sent.includes(`<${name}`) || sent.includes(`>${name}<`));
}

interface Made {
  readonly kind: string;
  readonly id: unknown;
}

/** The run of one file: the objects it creates, and their IDs and names on the server. */
class FileRun {
  private readonly identities = new Identities();
  private readonly made: Made[] = [];
  /** Objects that may exist because a creating call was not answered. */
  private readonly possiblyMade: string[] = [];
  /** The operation that was sent and is not answered yet. */
  private underWay: string | undefined;
  /** Members that the file has written; only their values are compared. */
  private readonly sent = new Set<string>();
  /** Names of the created objects, in lower case. */
  private readonly named = new Set<string>();
  /** The numbers of the created orders, and the IDs of carts that became none. */
  readonly orders: string[] = [];
  readonly carts: string[] = [];
  /** The kinds and numbers of invoices, shipments and credit memos. */
  private readonly documents: string[] = [];
  private itemsSoFar = 0;
  private copies: Copies | undefined;
  /** The shop of the file, which carries out its calls, too. */
  private sample: Send | undefined;

  constructor(
    private readonly options: ForeignOptions,
    private readonly mark: string,
    private readonly found: Readonly<Record<string, unknown>>,
    places: readonly Place[],
    private readonly send: Send,
    private readonly isStopped: () => boolean,
  ) {
    for (const { kind, golden, own } of places) this.identities.bind(kind, golden, own);
  }

  /** Copies the installed objects, and what the calls name of the sample shop. Throws a `NotJudgedError`. */
  async copy(
    installed: readonly { readonly kind: string; readonly id: unknown }[],
    calls: readonly GoldenCall[],
    { sample, isOfSample }: { readonly sample: Send; readonly isOfSample: boolean },
  ): Promise<void> {
    if (isOfSample) this.sample = sample;
    const { send, identities } = this;
    this.copies = new Copies({
      ...{ send, sample: this.sample, identities },
      mark: `own${this.mark}`,
      note: (kind, id) => void this.made.push({ kind, id }),
      named: (member, text) => {
        this.named.add(String(text).toLowerCase());
        return this.unique(member, text) as string;
      },
    });
    for (const { kind, id } of installed) await this.copies.copy(kind, id);
    if (installed.length > 0) await this.copies.bindAttributes(sample);
    if (!isOfSample) return;
    for (const { operation, args } of calls) {
      const named = namedArguments(this.options.target.contract, operation, args);
      const skus = [...leaves(named)].flatMap(([name, id]) =>
        name === "sku" ? [{ kind: "product", id }] : [],
      );
      for (const { kind, id } of [...idsIn(operation, Object.fromEntries(named)), ...skus])
        if (copiedKinds.includes(kind) && !isInstalled(kind, id)) await this.copies.copy(kind, id);
    }
    if (calls.some(({ operation }) => makesParts.test(operation))) await this.copies.copyOptions(sample);
    await this.copies.bindParts();
  }

  /** Throws a `NotJudgedError` or an `UncallableError`. */
  async verdict(steps: readonly GoldenStep[]): Promise<Verdict> {
    const { door, contract } = this.options.target;
    const calls = callsOf(steps);
    let isDecided = false;
    for (const one of steps) {
      refuse(this.isStopped() && "was stopped before");
      if ("order" in one) {
        await this.place(one, calls);
        continue;
      }
      const answer = await this.answerTo(one);
      if (answer.outcome === "broken" || (answer.outcome === "http" && !this.isKnownCrash(one, answer)))
        return { verdict: "unanswered", line: one.line, what: `${one.operation}: ${unansweredText(answer)}` };
      refuse(unavailable(one, answer));
      const found = await this.differences(one, answer);
      const undecided = found.filter((difference) => !this.isDecided(difference, one, answer));
      if (undecided.length > 0) {
        const isCarried = () =>
          one.expected.outcome === "result" && calls.every((call) => fitsSoapTypes(contract, call));
        refuse(door === "soap_v2" && !isCarried() && "SOAP v2 cannot express its arguments");
        const differences = undecided.slice(0, 10).map((difference) => shownDifference(difference, answer));
        return { verdict: "failed", line: one.line, differences };
      }
      // The following calls depend on an outcome that this server does not have.
      if (found.some(({ kind }) => kind === "outcome")) return { verdict: "decided" };
      isDecided ||= found.length > 0;
    }
    return { verdict: isDecided ? "decided" : "passed" };
  }

  private async answerTo(call: GoldenCall): Promise<CallAnswer> {
    const { operation, args, isWrite } = call;
    this.noteNames(call);
    this.underWay = operation;
    const answer = await this.send(operation, this.argumentsOf(call));
    this.underWay = undefined;
    this.note(call, answer);
    if (this.sample && isWrite) {
      await this.sample(operation, args);
      if (makesParts.test(operation)) await this.copies?.bindParts();
    }
    return answer;
  }

  /** Creates the order by a cart. Throws a `NotJudgedError` if the file cannot be judged with it. */
  private async place({ order }: GoldenOrder, calls: readonly GoldenCall[]): Promise<void> {
    const own = this.withUniqueNames(order) as GoldenOrder["order"];
    const needsAmounts = calls.some((one) => this.namesAmounts(one));
    const { increment_id, order_id, ...placed } = await placeByCart(this.send, own, {
      store: String(this.identities.translated("store", "default")),
      needsAmounts,
      onLeft: (id) => void this.made.push({ kind: "cart", id }),
    });
    // The test control would have given these numbers in an empty shop.
    this.orders.push(increment_id);
    this.identities.bind("order_number", String(100_000_000 + this.orders.length), increment_id);
    this.identities.bind("order", this.orders.length, order_id);
    for (const id of placed.item_ids) this.identities.bind("order_item", (this.itemsSoFar += 1), id);
    const { items, shipping_amount } = order;
    const total = items.reduce((sum, { qty, price }) => sum + qty * price, shipping_amount);
    const isSame = placed.shipping_amount === shipping_amount && placed.grand_total === total;
    refuse(!isSame && needsAmounts && differentAmounts);
  }

  private namesAmounts({ operation, args }: GoldenCall): boolean {
    if (!operation.startsWith("sales_order")) return false;
    const named = [...leaves(namedArguments(this.options.target.contract, operation, args))];
    return named.some(([name]) => /amount|adjustment/.test(name));
  }

  /** Removes the created objects, newest first; resolves to those that are left. */
  async tidy(): Promise<string[]> {
    const left: string[] = [];
    // Orders cannot be removed. Cancelling returns the stock of items that are not invoiced or shipped yet.
    for (const number of this.orders) {
      await this.send("sales_order.unhold", [number]);
      await this.send("sales_order.cancel", [number]);
    }
    for (; this.made.length > 0; this.made.pop()) {
      const { kind, id } = this.made.at(-1) as Made;
      const removal = removals[kind];
      if (kind === "cart" && this.orders.length === 0) this.carts.push(String(id));
      if (!removal) continue;
      const [path, args] = removal(id);
      const answer = await this.send(path, args);
      const isGone =
        answer.outcome === "result" ||
        (answer.outcome === "fault" &&
          (/not_exists$/.test(answer.fault.name ?? "") ||
            /not exist|not found|no such/i.test(answer.fault.message)));
      if (!isGone) left.push(`${kind} ${String(id)} (${outcomeName(answer)})`);
    }
    return [...left, ...this.possiblyMade];
  }

  /** `100000101 (invoice 100000101, credit memo 100000101)`. With several orders, all documents are named at the last. */
  ordersWithDocuments(): string[] {
    const named = this.documents.length === 0 ? "" : ` (${this.documents.join(", ")})`;
    return this.orders.map((number, index) => number + (index === this.orders.length - 1 ? named : ""));
  }

  /** What is left on the server if `tidy` does not complete. */
  unremoved(): string[] {
    const removable = this.made.filter(({ kind }) => removals[kind] !== undefined);
    return [
      ...removable.map(({ kind, id }) => `${kind} ${String(id)}`),
      ...this.possiblyMade,
      ...(this.underWay === undefined ? [] : this.unanswered(this.underWay)),
      ...this.ordersWithDocuments().map((number) => `order ${number}`),
    ];
  }

  private unanswered(operation: string): string[] {
    const kind = answeredIdKind(operation);
    if (kind === undefined || !removals[kind]) return [];
    return [`perhaps a ${kind} (${operation} got no response; names of this run contain ${this.mark})`];
  }

  private note({ operation, isWrite, args }: GoldenCall, answer: CallAnswer): void {
    const kind = answeredIdKind(operation);
    if (kind !== undefined && answer.outcome === "result") {
      this.made.push({ kind, id: answer.value });
      if (kind === "attribute") this.identities.bind(kind, codeOf(args), answer.value);
      if (kind === "order_number") this.orders.push(String(answer.value));
      const document = documents[kind];
      if (document !== undefined) this.documents.push(`${document} ${String(answer.value)}`);
    }
    if (answer.outcome === "broken") append(this.possiblyMade, this.unanswered(operation));
    if (!isWrite) return;
    for (const [name] of leaves(namedArguments(this.options.target.contract, operation, args)))
      this.sent.add(name);
  }

  /** The arguments with the IDs of the server and names that are unique to this run. */
  private argumentsOf(call: GoldenCall): unknown {
    const { operation, args } = call;
    const named = namedArguments(this.options.target.contract, operation, args);
    const translated = named.map(([param, value]) => this.translated(call, param, value));
    if (Array.isArray(args)) return translated;
    return args === undefined
      ? undefined
      : Object.fromEntries(named.map(([name], index) => [name, translated[index]]));
  }

  private translated(call: GoldenCall, name: string, value: unknown, above?: string): unknown {
    const { operation, expected } = call;
    const place = placeKindOf(name);
    if (place !== undefined && !Array.isArray(value) && !isObject(value))
      return this.identities.translated(place, value);
    const kind =
      idKindOf(operation, name) ??
      (/^(eq|in|from|to|gt|lt|gteq|lteq|neq|nin)$/.test(name) ? above : undefined);
    if (Array.isArray(value)) return value.map((one) => this.translated(call, name, one, kind));
    if (isObject(value))
      return Object.fromEntries(
        Object.entries(value).map(([key, one]) => [
          this.itemKey(operation, name, key),
          name === "options" ? this.chosen(one) : this.translated(call, key, one, kind),
        ]),
      );
    if (kind === undefined || (kind === "file" && !this.identities.isKnown(kind, value)))
      return this.unique(name, value);
    if (this.identities.isKnown(kind, value)) return this.identities.translated(kind, value);
    const isNumber = /^\d+$/.test(String(value));
    if (isSentAsAbsent(call, name, value)) return isNumber ? absent(value) : `${String(value)}_${this.mark}`;
    if (isInstalled(kind, value) || !isNumber) return this.unique(name, value);
    if (expected.outcome === "result" && this.found[kind] !== undefined) return this.found[kind];
    // An ID that does not exist in the file's shop must not exist here either.
    return absent(value);
  }

  /** The value of an option, or several, if there are such; else a text. */
  private chosen(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((one) => this.chosen(one));
    return isObject(value) ? value : this.identities.translated("option_value", value);
  }

  /** Translates the keys of quantities and options, which are IDs. */
  private itemKey(operation: string, name: string, key: string): string {
    if (name === "options") return String(this.identities.translated("option", key));
    const kind = name === "super_group" ? "product" : "order_item";
    if ((kind === "order_item" && !operation.startsWith("sales_order")) || !/^\d+$/.test(key)) return key;
    return String(this.identities.isKnown(kind, key) ? this.identities.translated(kind, key) : absent(key));
  }

  /** Makes SKUs, e-mail addresses and codes of created objects unique; other values stay as they are. */
  private unique(name: string, value: unknown): unknown {
    if (typeof value !== "string") return value;
    if (/^\s*[\w.+-]+@[\w.-]+\s*$/.test(value))
      // Magento refuses addresses in the domain .test.
      return value.replace(/@(?:[\w-]+\.)*test(?=\s*$)/i, "@example.com").replace("@", `.${this.mark}@`);
    const isName = uniqueNames.test(name) || idKindOf("catalog_product.info", name) === "product";
    return isName && this.named.has(value.trim().toLowerCase())
      ? value.replace(/\s*$/, (space) => `_${this.mark}${space}`)
      : value;
  }

  /** Records the names that a call will create. */
  private noteNames({ operation, args, expected }: GoldenCall): void {
    if (expected.outcome !== "result" || !makesNames.test(operation)) return;
    const { contract } = this.options.target;
    for (const [name, value] of leaves(namedArguments(contract, operation, args)))
      if (uniqueNames.test(name) && typeof value === "string") this.named.add(value.trim().toLowerCase());
  }

  /** An expected value with the names that are unique to this run. */
  private withUniqueNames(value: unknown, name = ""): unknown {
    if (Array.isArray(value)) return value.map((one) => this.withUniqueNames(one, name));
    if (!isObject(value)) return this.unique(name, value);
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, this.withUniqueNames(one, key)]),
    );
  }

  private async differences(
    { operation, expected }: GoldenCall,
    answer: CallAnswer,
  ): Promise<readonly AnswerDifference[]> {
    const { door } = this.options.target;
    const dressed =
      expected.outcome === "result" && door !== "jsonrpc"
        ? { ...expected, value: await this.dressed(operation, expected.value) }
        : expected;
    const value = dressed.outcome === "result" ? this.withUniqueNames(dressed.value) : undefined;
    const line = {
      door,
      operation,
      outcome: dressed.outcome === "result" ? "result" : "fault",
      ...(dressed.outcome === "result" ? { result: value } : {}),
      ...(dressed.outcome === "fault" ? { fault: dressed.fault } : {}),
    } as const;
    const found = differencesOf(line, answer, { operation, identities: this.identities, withValues: true });
    const isOfOwnOrder =
      this.orders.length > 0 && isOneRow(value) && answer.outcome === "result" && isOneRow(answer.value);
    return found.filter(
      (one) => (isOfOwnOrder && isState(one)) || (this.isJudged(one) && !isOptional(one, value)),
    );
  }

  /** A result of JSON-RPC in the form in which this door sends it. */
  private async dressed(operation: string, result: unknown): Promise<unknown> {
    const { door, contract } = this.options.target;
    const dressed = await dressOf(contract)(operation, result);
    return door === "soap_v2" ? resultOfFunction(contract, operation, dressed) : dressed;
  }

  /** A shop may have more members; values are compared only where the file has written them. */
  private isJudged({ kind, path, recorded }: AnswerDifference): boolean {
    if (kind === "further" || kind === "length") return false;
    const name = /\.([^.[\]]+)(?:\[\])?$/.exec(path)?.[1] ?? "";
    if (kind === "missing") return !path.endsWith("[]");
    if (kind !== "value") return true;
    // Lists also contain rows that only this shop has, so their values are not compared.
    return !path.includes("[]") && this.sent.has(name) && recorded !== '"…"' && this.made.length > 0;
  }

  /**
   * Whether a rule says that this call crashes Magento. A rule for every operation counts only where a fault is expected: a
   * shop that answers nothing has no known crash.
   */
  private isKnownCrash(
    { operation, expected }: GoldenCall,
    answer: Extract<CallAnswer, { outcome: "http" }>,
  ): boolean {
    const rules =
      expected.outcome === "fault"
        ? this.options.rules
        : this.options.rules.filter((rule) => rule.operation !== undefined);
    const received = expected.outcome === "fault" ? `fault ${expected.fault.code}` : "result";
    const difference = { kind: "outcome", path: "", recorded: outcomeName(answer), received } as const;
    const exchange = { door: this.options.target.door, operation, message: answer.text };
    return ruleFor(rules, difference, exchange) !== undefined;
  }

  /** Rules take the living shop as recorded and us as received; here it is the other way round, so the sides are swapped. */
  private isDecided(difference: AnswerDifference, { operation }: GoldenCall, answer: CallAnswer): boolean {
    const { kind, path, recorded, received } = difference;
    const turned = {
      path,
      recorded: received,
      received: recorded,
      kind: kind === "missing" ? ("further" as const) : kind,
    };
    const message = answer.outcome === "fault" ? answer.fault.message : "";
    return (
      ruleFor(this.options.rules, turned, { door: this.options.target.door, operation, message }) !==
      undefined
    );
  }
}

/** Global faults of a shop that does not offer the operation to this user, with the texts of doors without numbers. */
const unavailableFaults: readonly (readonly [code: string, text: string, reason: string])[] = [
  ["2", "Access denied.", "the role of the user may not call the operation"],
  ["3", "Invalid api path.", "the shop has no such operation"],
  ["4", "Resource path is not callable.", "the shop has no such operation"],
];

function unavailable({ expected }: GoldenCall, answer: CallAnswer): string | undefined {
  if (answer.outcome !== "fault") return undefined;
  const { code, message } = answer.fault;
  const found = unavailableFaults.find(([number, text]) => code === number || (!code && message === text));
  const isExpected = expected.outcome === "fault" && expected.fault.code === found?.[0];
  return isExpected ? undefined : found?.[2];
}

/** With the text of an unexpected fault, which says what the shop found. */
function shownDifference(difference: AnswerDifference, answer: CallAnswer): string {
  const text = differenceText(difference);
  return difference.kind === "outcome" && answer.outcome === "fault" && answer.fault.message !== ""
    ? `${text}: ${truncatedText(answer.fault.message).replaceAll(/\s+/g, " ")}`
    : text;
}

function unansweredText(answer: Extract<CallAnswer, { outcome: "http" | "broken" }>): string {
  if (answer.outcome === "broken") return answer.reason;
  const begin = truncatedText(answer.text.trim()).slice(0, 60);
  return `HTTP ${answer.status}, no answer of this door${begin === "" ? "" : ` (${begin})`}`;
}

/** Whether a list has exactly one row: in a filtered list of a file with its own orders, that row is the created one. */
function isOneRow(value: unknown): boolean {
  return Array.isArray(value) && value.length === 1;
}

/** Whether a member is missing that not every expected row has either: it can be unset. */
function isOptional({ kind, path }: AnswerDifference, expected: unknown): boolean {
  const name = /^result\[\]\.([^.[\]]+)$/.exec(path)?.[1];
  if (kind !== "missing" || name === undefined || !Array.isArray(expected)) return false;
  return (expected as unknown[]).some((row) => isObject(row) && !(name in row));
}

/** Whether the difference is about the state of an order, the outcome of writes to it. */
function isState({ kind, path }: AnswerDifference): boolean {
  return kind === "value" && path === "result[].state";
}

/** Yields scalar values at any depth with the name of the nearest member. */
function* leaves(entries: readonly (readonly [string, unknown])[]): Generator<[string, unknown]> {
  for (const [name, value] of entries) {
    if (Array.isArray(value)) yield* leaves((value as unknown[]).map((one) => [name, one] as const));
    else if (isObject(value)) yield* leaves(Object.entries(value));
    else yield [name, value];
  }
}

export function foreignTable(report: ForeignReport): string {
  const { rows, failures, unanswered, reasons, left, orders, carts } = report;
  const width = rows.reduce((widest, { operation }) => Math.max(widest, operation.length), 0);
  const sum = (name: (typeof verdicts)[number]) => rows.reduce((total, row) => total + row[name], 0);
  const lines = rows.map((row) => {
    const mark =
      row.failed > 0 ? "FAIL" : row.unanswered > 0 ? "?   " : row.passed + row.decided > 0 ? "ok  " : "-   ";
    const numbers = verdicts.map((verdict) => String(row[verdict]).padStart(10));
    return `${mark} ${row.operation.padEnd(width)} ${numbers.join(" ")}`;
  });
  const details = failures.flatMap(({ place, title, differences }) => [
    "",
    `${place}: ${title}`,
    ...differences.map((text) => `  ${text.replaceAll("recorded", "expected")}`),
  ]);
  const why = Object.entries(reasons).map(([reason, times]) => `Not judged, ${times}: ${reason}`);
  const all = verdicts.reduce((total, verdict) => total + sum(verdict), 0);
  const counts = verdicts.map((verdict) => `${sum(verdict)} ${verdict.replace("_", " ")}`);
  const total = `${all} golden files: ${counts.join(", ")}`;
  const rest = [
    ...(orders.length === 0
      ? []
      : [`Orders that stay with their carts, cancelled where they could be: ${orders.join(", ")}`]),
    ...(carts.length === 0 ? [] : [`Carts that stay, since no operation removes them: ${carts.join(", ")}`]),
    ...(left.length === 0 ? [] : [`Not removed: ${left.join(", ")}`]),
  ].flatMap((line) => ["", line]);
  const titles = verdicts.map((verdict) => verdict.replace("_", " ").padStart(10));
  const head = `     ${"operation".padEnd(width)} ${titles.join(" ")}`;
  const silent = unanswered.map((place) => `Not answered: ${place}`);
  return [head, ...lines, ...details, "", ...silent, ...why, total, ...rest, ""].join("\n");
}
