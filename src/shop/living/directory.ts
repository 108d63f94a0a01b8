/** Websites, store groups and views, tax classes and customer groups: as far as Magento answers them. */
import { installedShop } from "../data/installed/shop.js";
import type {
  CustomerGroup,
  ShopDoc,
  StoreGroup,
  StoreView,
  TaxClass,
  Website,
} from "../data/entities/shop.js";
import type { DataObject } from "../../engine/values/coercion.js";
import { askIfAllowed, type Reading } from "./reading.js";
import { flagIn, idIn, rowsIn, textIn } from "./source.js";

/** What the answers to other questions say of websites and groups by the way: nobody answers their names and codes. */
export class Directory {
  readonly views: readonly StoreView[];
  private readonly names = new Map<number, { website: string; group: string }>();
  /** Codes by website ID, as tier prices tell them. */
  private readonly codes = new Map<number, string>();
  /** Codes of websites nobody knows the ID of, with the websites that it may be. */
  private readonly openCodes = new Map<string, Set<number>>();
  private readonly madeGroups: number[] = [];
  private readonly madeClasses: number[] = [];

  constructor(
    views: readonly StoreView[],
    private readonly rootsByGroup: ReadonlyMap<number, number>,
    private readonly taxClasses: TaxClass[],
    private readonly customerGroups: CustomerGroup[],
  ) {
    this.views = views;
  }

  get websiteIds(): number[] {
    return [...new Set(this.views.map(({ website_id }) => website_id))].sort((one, other) => one - other);
  }

  isView(id: number): boolean {
    return id === 0 || this.views.some(({ store_id }) => store_id === id);
  }

  /** Adds a group that rows name although no list does. */
  needCustomerGroup(group_id: number): void {
    if (this.customerGroups.some((group) => group.group_id === group_id)) return;
    this.customerGroups.push({ group_id, code: `Group ${group_id}` });
    this.madeGroups.push(group_id);
  }

  /** The same for a tax class of products. */
  needTaxClass(class_id: number): void {
    if (class_id === 0 || this.taxClasses.some((one) => one.class_id === class_id)) return;
    this.taxClasses.push({ class_id, name: `Tax Class ${class_id}`, type: "product" });
    this.madeClasses.push(class_id);
  }

  /** Orders name website, group and view of their time in three lines. */
  learnNames(storeId: number, storeName: string): void {
    const view = this.views.find(({ store_id }) => store_id === storeId);
    const [website, group] = storeName.split("\n");
    if (view && website && group) this.names.set(view.group_id, { website, group });
  }

  learnCode(websiteId: number, code: string): void {
    this.codes.set(websiteId, code);
  }

  /** A code of one of these websites. */
  learnCodeAmong(code: string, websiteIds: readonly number[]): void {
    if ([...this.codes.values()].includes(code)) return;
    const before = this.openCodes.get(code);
    const left = websiteIds.filter((id) => before === undefined || before.has(id));
    this.openCodes.set(code, new Set(left.length > 0 ? left : websiteIds));
  }

  /** What another import learnt; and for its state file. */
  get learnt(): LearntDirectory {
    return {
      names: [...this.names],
      codes: [...this.codes],
      openCodes: [...this.openCodes].map(([code, ids]) => [code, [...ids]]),
      groups: this.madeGroups,
      classes: this.madeClasses,
    };
  }

  recall({ names, codes, openCodes, groups, classes }: LearntDirectory): void {
    for (const id of groups) this.needCustomerGroup(id);
    for (const id of classes) this.needTaxClass(id);
    for (const [id, name] of names) this.names.set(id, name);
    for (const [id, code] of codes) this.codes.set(id, code);
    for (const [code, ids] of openCodes) this.openCodes.set(code, new Set(ids));
  }

  /** The document of the shop. @param isCategory whether a category was imported */
  doc(isCategory: (id: number) => boolean, { report }: Reading): ShopDoc {
    const codes = this.codesOfAll();
    const made = this.websiteIds.filter((id) => !this.codes.has(id));
    if (made.length > 0) {
      const list = made.map((id) => `${id} is ${codes.get(id)}`).join(", ");
      report.remark(`No operation answers the codes of websites; some follow from other answers: ${list}.`);
    }
    const groups = this.groups(isCategory);
    const unnamed = groups.filter(({ group_id }) => !this.names.has(group_id));
    if (unnamed.length > 0)
      report.remark("Names of websites and store groups are known from orders only; the others are made up.");
    const websites = this.websiteIds.map((website_id, at): Website => {
      const own = groups.filter((group) => group.website_id === website_id);
      const default_group_id = own[0]?.group_id ?? 0;
      const name = this.names.get(default_group_id)?.website ?? `Website ${website_id}`;
      return {
        ...{ website_id, code: codes.get(website_id) as string, name, sort_order: at, default_group_id },
        is_default: at === 0,
      };
    });
    const { websites: installed, groups: installedGroups, views } = installedShop;
    return {
      id: "shop",
      websites: [installed[0] as Website, ...websites],
      groups: [installedGroups[0] as StoreGroup, ...groups],
      views: [views[0] as StoreView, ...this.views],
      tax_classes: this.taxClasses,
      customer_groups: this.customerGroups,
    };
  }

  private groups(isCategory: (id: number) => boolean): StoreGroup[] {
    const ids = [...new Set(this.views.map(({ group_id }) => group_id))].sort((one, other) => one - other);
    return ids.map((group_id) => {
      const own = this.views.filter((view) => view.group_id === group_id);
      const [first] = own as [StoreView];
      const root = this.rootsByGroup.get(group_id) ?? 0;
      return {
        ...{ group_id, website_id: first.website_id },
        name: this.names.get(group_id)?.group ?? `Store ${group_id}`,
        root_category_id: isCategory(root) ? root : 0,
        // The views are in the order of their IDs.
        default_store_id: first.store_id,
      };
    });
  }

  private codesOfAll(): ReadonlyMap<number, string> {
    const codes = new Map(this.codes);
    // The code with the fewest websites to choose from is given first.
    const open = [...this.openCodes].sort(([, one], [, other]) => one.size - other.size);
    for (const [code, ids] of open) {
      if ([...codes.values()].includes(code)) continue;
      const free = [...ids, ...this.websiteIds].find((id) => !codes.has(id) && this.websiteIds.includes(id));
      if (free !== undefined) codes.set(free, code);
    }
    const taken = new Set(codes.values());
    for (const [at, id] of this.websiteIds.entries()) {
      if (codes.has(id)) continue;
      const code = at === 0 && !taken.has("base") ? "base" : `website_${id}`;
      codes.set(id, code);
      taken.add(code);
    }
    return codes;
  }
}

export interface LearntDirectory {
  readonly names: readonly (readonly [number, { website: string; group: string }])[];
  readonly codes: readonly (readonly [number, string])[];
  readonly openCodes: readonly (readonly [string, readonly number[]])[];
  readonly groups: readonly number[];
  readonly classes: readonly number[];
}

/** Throws a `SourceRefusal` where the views cannot be read: nothing can be read without them. */
export async function readDirectory(reading: Reading): Promise<Directory> {
  const views = rowsIn(await reading.source.ask("core_store.list"))
    .flatMap(viewOf)
    .sort((one, other) => one.store_id - other.store_id);
  if (views.length === 0) reading.report.find("store views: none were answered", "core_store.list");
  return new Directory(
    views,
    await readRoots(reading, views),
    await readTaxClasses(reading),
    await readCustomerGroups(reading),
  );
}

function viewOf(row: DataObject): StoreView[] {
  const [store_id, website_id, group_id] = [idIn(row.store_id), idIn(row.website_id), idIn(row.group_id)];
  const code = textIn(row.code);
  if (!store_id || website_id === undefined || group_id === undefined || !code) return [];
  return [
    {
      ...{ store_id, code, website_id, group_id, name: textIn(row.name) ?? code },
      sort_order: idIn(row.sort_order) ?? 0,
      is_active: flagIn(row.is_active) ?? true,
    },
  ];
}

/** The root category of each group: the parent of what a view of it shows first, or the only one of its website. */
async function readRoots(reading: Reading, views: readonly StoreView[]): Promise<Map<number, number>> {
  const roots = new Map<number, number>();
  for (const { group_id, website_id, code } of views) {
    if (roots.has(group_id)) continue;
    const [child] = rowsIn(await askIfAllowed(reading, "categories", "catalog_category.level", [null, code]));
    const [root, ...others] = child
      ? [{ category_id: child.parent_id }]
      : rowsIn(await askIfAllowed(reading, "categories", "catalog_category.level", [website_id]));
    const id = idIn(root?.category_id);
    if (id !== undefined && others.length === 0) roots.set(group_id, id);
  }
  return roots;
}

/** Those of products are the options of an attribute; nobody answers those of customers. */
async function readTaxClasses(reading: Reading): Promise<TaxClass[]> {
  const options = rowsIn(
    await askIfAllowed(reading, "tax classes", "catalog_product_attribute.options", ["tax_class_id"]),
  );
  const found = options.flatMap(({ value, label }): TaxClass[] => {
    const class_id = idIn(value);
    return class_id ? [{ class_id, name: textIn(label) ?? "", type: "product" }] : [];
  });
  const ofCustomers = installedShop.tax_classes.filter(
    ({ class_id, type }) => type === "customer" && found.every((one) => one.class_id !== class_id),
  );
  const all = found.length > 0 ? [...found, ...ofCustomers] : installedShop.tax_classes;
  return [...all].sort((one, other) => one.class_id - other.class_id);
}

async function readCustomerGroups(reading: Reading): Promise<CustomerGroup[]> {
  const answer = await askIfAllowed(reading, "customer groups", "customer_group.list");
  const groups = rowsIn(answer).flatMap((row) => {
    const group_id = idIn(row.customer_group_id);
    return group_id === undefined ? [] : [{ group_id, code: textIn(row.customer_group_code) ?? "" }];
  });
  const none = installedShop.customer_groups[0] as CustomerGroup;
  if (groups.length === 0) return [...installedShop.customer_groups];
  return groups.some(({ group_id }) => group_id === 0) ? groups : [none, ...groups];
}
