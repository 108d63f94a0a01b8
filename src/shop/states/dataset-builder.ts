/** Builds a version of a shop from a dataset: validates it and executes its calls in memory (docs/testing.md). */
import { readFile, realpath } from "node:fs/promises";
import { dirname, isAbsolute, relative, resolve } from "node:path";
import { realTime, timeOf } from "../../engine/clock.js";
import type { Application, WorkPiece, Workshop } from "../../engine/application.js";
import type { InstanceVersion } from "../../engine/states/version.js";
import { resolveReferences } from "./call-answers.js";
import type { CompositionEntry, DatasetDocument, DatasetSettings } from "./document.js";
import { consumerProblems, fieldChecks } from "./fields.js";
import { faultTextProblems, mergedTexts } from "../../engine/contract/fault-texts.js";
import { maxProblems, StateProblems, problemAt } from "../../engine/states/problem.js";
import { placeIn } from "./reader.js";
import { isOfThisVersion, StateCheck } from "./state-check.js";
import { frozenAt } from "./streamed-state.js";
import { migrate, NewerDataError } from "./migrations/migrations.js";
import { sampleContent } from "./sample/pictures.js";
import type { FileDoc } from "../data/entities/catalog.js";
import type { CustomAttribute } from "../data/entities/customer.js";
import type { ShopDoc, TaxClass } from "../data/entities/shop.js";
import { Fault } from "../../engine/contract/faults.js";
import { BytesContent, VersionedFiles, type FilesVersion } from "../../engine/files/versioned-files.js";
import type { Contract } from "../../engine/contract/contract.js";
import { unknownOperationMessage } from "../../engine/contract/unknown-operation.js";
import { consumerOf } from "../../engine/access/oauth/consumers.js";
import { composeProduct, type CompositionRequest } from "../catalog/compositions/product-composition.js";
import { placeOrder, type Placing } from "../sales/placement/placement.js";
import type { PlacementRequest } from "../sales/placement/placement-request.js";
import { shopDirectory } from "../stores/directory.js";
import { collectionNames, collections, hasFiles } from "../data/collections.js";
import { State, StateBuilder } from "../../engine/storage/state.js";
import { UniqueError, type CollectionName, type Doc } from "../../engine/storage/storage.js";
import { isSliceOver, nextSlice } from "../../engine/time-slices.js";
import { isObject } from "../../engine/values/coercion.js";
import { datasetAttributes } from "./dataset-attributes.js";
import { messageOf } from "../../engine/values/messages.js";
import type { Problem } from "../../engine/values/problem.js";

/** The source of a dataset: a file, relative to which images are read, or a request, which cannot name files. */
interface DatasetSource {
  readonly file?: string;
}

const chaptersNeedStart =
  "names chapters, which are only read when a server starts; start a server with this dataset, or with --extend";

export class DatasetBuilder {
  constructor(
    private readonly parts: {
      readonly settings: Placing["settings"];
      /** The custom attributes of the server. */
      readonly attributes: readonly CustomAttribute[];
      readonly contract: Contract;
      readonly workshop: Workshop;
      readonly applicationWith: (attributes: readonly CustomAttribute[]) => Application;
    },
  ) {}

  /** Throws StateProblems. */
  async build(document: DatasetDocument, source: DatasetSource = {}): Promise<InstanceVersion> {
    if (document.extend !== undefined) throw problemAt("extend", chaptersNeedStart);
    const { state, files } = await this.begin(document);
    const clock = document.clock === undefined ? realTime : frozenAt(document.clock);
    const { workshop, applicationWith } = this.parts;
    const shopDoc = state.table("settings").docs.get("shop") as ShopDoc | undefined;
    const attributes = datasetAttributes(shopDoc, this.parts.attributes);
    const shop = workshop.open({ state, files, clock }, applicationWith(attributes));
    await migrate(shop.storage, timeOf(shop.clock)).catch((error: unknown) => {
      throw error instanceof NewerDataError ? problemAt("collections.settings", error.message) : error;
    });
    const answers = new Map<string, unknown>();
    const { handling = "strict" } = document;
    for (const [index, call] of (document.calls ?? []).entries()) {
      const place = `calls[${index}]`;
      const answer =
        "call" in call
          ? await this.execute(shop, call, { place, handling }, answers, source)
          : "order" in call
            ? await this.place(shop, call.order, place, answers)
            : await compose(shop, call, place, answers);
      if (call.as !== undefined) answers.set(call.as, answer);
    }
    await shop.stop();
    return { ...(await shop.version()), clock };
  }

  /** The state before the first call. */
  private async begin(document: DatasetDocument): Promise<{ state: State; files: FilesVersion }> {
    const { settings = {}, collections: given = {}, sequences = {} } = document;
    const isWhole = document.collections !== undefined && document.extends === undefined;
    const base = isWhole ? undefined : await this.parts.workshop.named(document.extends ?? "minimal");
    const state = (base?.state as State | undefined) ?? State.empty(collections);
    const contents = (base?.files ?? new VersionedFiles().version()).contents.clone();
    const builder = new StateBuilder(state);
    const check = await StateCheck.begin(
      (collection, at) => placeIn(document, collection, at),
      this.parts.contract.tables.aclNodes,
    );
    const known = builder.table("settings").docs.get("shop") as ShopDoc | undefined;
    const fieldProblems = await fieldChecks();
    for (const [id, doc] of Object.entries(settingsDocuments(settings, known))) {
      // Members that are not given stay as in the base dataset.
      const merged = { ...builder.table("settings").docs.get(id), ...doc, id } as Doc;
      // Attributes of customers may lack members, and have a check of their own (dataset-attributes.ts).
      const { customer_attributes: _, ...checked } = merged as Partial<ShopDoc>;
      const problems = fieldProblems("settings", checked, `settings.${id}`);
      for (const problem of problems) check.note(problem);
      if (problems.length === 0) put(builder, "settings", merged, `settings.${id}`, check);
    }
    const isChecked = !isWhole || isOfThisVersion(given.settings ?? []);
    for (const [name, rows] of Object.entries(given) as [CollectionName, readonly Doc[]][]) {
      // Sessions are not restored.
      if (name === "sessions") continue;
      for (const [at, row] of rows.entries()) {
        if (isSliceOver()) await nextSlice();
        if (!check.add(name, row, at, isChecked)) continue;
        const place = placeIn(document, name, at);
        const doc = hasFiles(name) ? this.keepFile(contents, row as FileDoc, place, check) : row;
        put(builder, name, doc, place, check);
      }
    }
    this.addFaultTexts(builder, document.fault_texts);
    await addConsumers(builder, document.consumers, check);
    if (document.settings || !isWhole) await checkBaseRows(builder, check);
    if (isWhole) check.requireSettings();
    const all = check.finish(sequences, state.sequences.entries());
    for (const [name, value] of all) builder.setSequence(name, value);
    return { state: builder.finish(), files: { contents } };
  }

  /** Texts of faults are kept in the document of the shop. Throws StateProblems. */
  private addFaultTexts(builder: StateBuilder, texts: DatasetDocument["fault_texts"]): void {
    if (texts === undefined) return;
    const problems = [...faultTextProblems(this.parts.contract, texts, "fault_texts")];
    if (problems.length > 0) throw new StateProblems(problems.slice(0, maxProblems));
    const shop = builder.table("settings").docs.get("shop") as ShopDoc | undefined;
    // A dataset without the document is refused below.
    if (!shop) return;
    const known: ShopDoc = { ...shop, fault_texts: mergedTexts(shop.fault_texts, texts) };
    builder.store("settings", known);
  }

  /** Moves the bytes of a file from its record to the file contents. */
  private keepFile(
    contents: FilesVersion["contents"],
    { content, ...record }: FileDoc & WithContent,
    place: string,
    check: StateCheck,
  ): Doc {
    const given = typeof content === "string" ? Buffer.from(content, "base64") : content;
    const bytes = given instanceof Uint8Array ? given : sampleContent(record);
    if (!bytes) check.note({ place, message: "lacks the bytes of the file (base64 in content)" });
    else if (typeof record.stored_as === "string")
      contents.set(record.stored_as, new BytesContent(() => bytes));
    return record;
  }

  private async execute(
    shop: WorkPiece,
    { call, params = {} }: { readonly call: string; readonly params?: Readonly<Record<string, unknown>> },
    { place, handling }: { readonly place: string; readonly handling: "strict" | "lenient" },
    answers: ReadonlyMap<string, unknown>,
    source: DatasetSource,
  ): Promise<unknown> {
    const { name, row } = operationAt(this.parts.contract, call, `${place}.call`);
    const unknown = Object.keys(params).find((param) => !row.params.some((one) => one.name === param));
    if (unknown !== undefined) {
      const names = row.params.map((param) => param.name).join(", ") || "none";
      throw problemAt(
        `${place}.params.${unknown}`,
        `is not a parameter of ${name}; its parameters are: ${names}`,
      );
    }
    const members = await this.withImages(
      resolveReferences(params, answers, `${place}.params`),
      `${place}.params`,
      source,
    );
    try {
      return await shop.run(name, members as Record<string, unknown>, handling);
    } catch (error) {
      throw error instanceof Fault ? faultProblem(error, place) : error;
    }
  }

  private async place(
    shop: WorkPiece,
    order: object,
    place: string,
    answers: ReadonlyMap<string, unknown>,
  ): Promise<unknown> {
    const request = resolveReferences(order, answers, `${place}.order`) as PlacementRequest;
    const { settings } = this.parts;
    const placed = await shop.storage
      .write(async (tx) =>
        placeOrder({ tx, shop: await shopDirectory(tx), now: timeOf(shop.clock), settings }, request),
      )
      .catch(refuseAt(`${place}.order`));
    if ("problems" in placed) {
      const placedAt = ({ field, message }: Problem) => ({ place: `${place}.order.${field}`, message });
      throw new StateProblems(placed.problems.map(placedAt));
    }
    const { id: order_id, increment_id, items } = placed.order;
    return { order_id, increment_id, items: items.map(({ item_id, sku }) => ({ item_id, sku })) };
  }

  /** Replaces `{"image": "./mug.png"}` by the bytes of the file as base64. */
  private async withImages(value: unknown, place: string, source: DatasetSource): Promise<unknown> {
    if (Array.isArray(value)) {
      return Promise.all(value.map((one, index) => this.withImages(one, `${place}[${index}]`, source)));
    }
    if (!isObject(value)) return value;
    const result: Record<string, unknown> = {};
    for (const [key, member] of Object.entries(value)) {
      const at = `${place}.${key}`;
      const isImage = key === "content" && isObject(member) && typeof member.image === "string";
      result[key] = isImage
        ? await imageAt(member.image as string, at, source)
        : await this.withImages(member, at, source);
    }
    return result;
  }
}

/** Runs a composition entry of a dataset. */
async function compose(
  { storage }: WorkPiece,
  { composition, product }: CompositionEntry,
  place: string,
  answers: ReadonlyMap<string, unknown>,
): Promise<unknown> {
  const request = resolveReferences(composition, answers, `${place}.composition`) as CompositionRequest;
  const id = Number(resolveReferences(product, answers, `${place}.product`));
  const composed = await storage
    .write(async (tx) => composeProduct(tx, id, request))
    .catch(refuseAt(`${place}.composition`));
  if (!composed) throw problemAt(`${place}.product`, `there is no product ${id}`);
  if ("problems" in composed) throw new StateProblems(composed.problems.map(placed));
  // The request was not validated against its schema, so the result is.
  const doc = await storage.read((tx) => tx.get("compositions", id));
  const problems = (await fieldChecks())("compositions", doc ?? {}, `${place}.composition`);
  if (problems.length > 0) throw new StateProblems(problems);
  return composed;

  function placed({ field, message }: Problem) {
    return { place: field === "id" ? `${place}.product` : `${place}.composition.${field}`, message };
  }
}

function refuseAt(place: string) {
  return (error: unknown): never => {
    throw problemAt(place, messageOf(error));
  };
}

interface WithContent {
  readonly content?: unknown;
}

function put(
  builder: StateBuilder,
  collection: CollectionName,
  doc: Doc,
  place: string,
  check: StateCheck,
): void {
  try {
    builder.store(collection, doc);
  } catch (error) {
    const isTaken = error instanceof UniqueError;
    const message = isTaken
      ? `has the same ${error.key} as another document: ${error.values.join(", ")}`
      : messageOf(error);
    check.note({ place, message });
  }
}

async function addConsumers(
  builder: StateBuilder,
  consumers: DatasetDocument["consumers"] = [],
  check: StateCheck,
): Promise<void> {
  const problems = await consumerProblems(consumers);
  for (const problem of problems) check.note(problem);
  if (problems.length > 0) return;
  for (const [at, consumer] of consumers.entries()) {
    const doc = consumerOf(consumer);
    const isTaken = builder.table("oauth_consumers").docs.has(doc.id);
    const message = `is the key of an earlier consumer: ${doc.id}`;
    if (isTaken) check.note({ place: `consumers[${at}].consumer_key`, message });
    else builder.store("oauth_consumers", doc);
  }
}

/** Checks the rows of the base state, too: they can refer to rows that the dataset has changed. */
async function checkBaseRows(builder: StateBuilder, check: StateCheck): Promise<void> {
  for (const name of collectionNames) {
    for (const doc of builder.table(name).docs.values()) {
      if (isSliceOver()) await nextSlice();
      check.addBaseRow(name, doc);
    }
  }
}

async function imageAt(path: string, place: string, { file }: DatasetSource): Promise<string> {
  if (file === undefined) throw problemAt(place, "cannot name a file here: give the bytes as base64");
  const folder = await realpath(dirname(file));
  const outside = problemAt(place, `${path} is outside of the folder of the dataset file`);
  const wanted = resolve(folder, path);
  if (isOutside(folder, wanted)) throw outside;
  try {
    // Symbolic links are resolved first, so that they cannot lead out of the folder.
    const real = await realpath(wanted);
    if (isOutside(folder, real)) throw outside;
    return (await readFile(real)).toString("base64");
  } catch (error) {
    throw error instanceof StateProblems
      ? error
      : problemAt(place, `${path} cannot be read (${messageOf(error)})`);
  }
}

function isOutside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === "" || way.startsWith("..") || isAbsolute(way);
}

function operationAt(contract: Contract, path: string, place: string) {
  try {
    return contract.resolveOperation(path);
  } catch {
    throw problemAt(place, unknownOperationMessage(contract, path, []));
  }
}

function faultProblem({ fault, message, data }: Fault, place: string): StateProblems {
  const { errors, parameter } = data as { errors?: { field: string; message: string }[]; parameter?: string };
  if (parameter !== undefined) return problemAt(`${place}.params.${parameter}`, `${fault}: ${message}`);
  if (!errors || errors.length === 0) return problemAt(place, `${fault}: ${message}`);
  return new StateProblems(
    errors.map((one) => ({ place: `${place}.params`, message: `${fault}: ${one.field}: ${one.message}` })),
  );
}

/** The documents of `settings`; carriers and tax classes are added to those of the shop below, tax rates replace them. */
function settingsDocuments(
  { carriers, tax_classes: classes, tax_rates, ...documents }: DatasetSettings,
  known: Partial<ShopDoc> = {},
): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  const shop = { ...known, ...documents.shop } as Partial<ShopDoc>;
  const added = {
    ...(carriers && { carriers: { ...shop.carriers, ...carriers } }),
    ...(tax_rates && { tax_rates }),
    ...(classes && { tax_classes: withClasses(shop.tax_classes ?? [], classes) }),
  };
  const all =
    Object.keys(added).length === 0 ? documents : { ...documents, shop: { ...documents.shop, ...added } };
  // The structure was checked: every document is an object.
  return all as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

function withClasses(known: readonly TaxClass[], given: readonly TaxClass[]): readonly TaxClass[] {
  const replaced = new Set(given.map(({ class_id }) => class_id));
  return [...known.filter(({ class_id }) => !replaced.has(class_id)), ...given];
}
