/** Imports websites, store groups and views, tax classes and customer groups, as far as the API of Magento 1 allows. */
import { installedShop } from "../../../shop/states/installed/shop.js";
import type {
  CustomerGroup,
  ShopDoc,
  StoreGroup,
  StoreView,
  TaxClass,
  Website,
} from "../../../shop/data/entities/shop.js";
import type { DataObject } from "../../../engine/values/coercion.js";
import { askAbout, askIfAllowed, type ImportContext } from "./reading.js";
import { flagIn, idIn, rowsIn, textIn } from "./source.js";

/** Collects names and codes of websites and groups from results of other operations: no operation returns them. */
export class Directory {
  readonly views: readonly StoreView[];
  private readonly names = new Map<number, { website: string; group: string }>();
  /** Codes by website ID, from tier prices. */
  private readonly codes = new Map<number, string>();
  /** Codes of websites with unknown IDs, with the possible IDs. */
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

  /** Adds a group that rows refer to although no list contains it. */
  needCustomerGroup(group_id: number): void {
    if (this.customerGroups.some((group) => group.group_id === group_id)) return;
    this.customerGroups.push({ group_id, code: `Group ${group_id}` });
    this.madeGroups.push(group_id);
  }

  /** Adds a tax class of products that rows refer to although no list contains it. */
  needTaxClass(class_id: number): void {
    if (class_id === 0 || this.taxClasses.some((one) => one.class_id === class_id)) return;
    this.taxClasses.push({ class_id, name: `Tax Class ${class_id}`, type: "product" });
    this.madeClasses.push(class_id);
  }

  /** Learns names from an order, which contains those of website, group and view in three lines. */
  learnNames(storeId: number, storeName: string): void {
    const view = this.views.find(({ store_id }) => store_id === storeId);
    const [website, group] = storeName.split("\n");
    if (view && website && group) this.names.set(view.group_id, { website, group });
  }

  learnCode(websiteId: number, code: string): void {
    this.codes.set(websiteId, code);
  }

  /** Learns a code that belongs to one of these websites. */
  learnCodeAmong(code: string, websiteIds: readonly number[]): void {
    if ([...this.codes.values()].includes(code)) return;
    const before = this.openCodes.get(code);
    const left = websiteIds.filter((id) => before === undefined || before.has(id));
    this.openCodes.set(code, new Set(left.length > 0 ? left : websiteIds));
  }

  /** The collected data, for the marks of an import. */
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
  doc(isCategory: (id: number) => boolean, { report }: ImportContext): ShopDoc {
    const codes = this.codesOfAll();
    const made = this.websiteIds.filter((id) => !this.codes.has(id));
    if (made.length > 0) {
      const list = made.map((id) => `${id} is ${codes.get(id)}`).join(", ");
      report.remark(
        `No operation returns the codes of websites; some were derived from other results: ${list}.`,
      );
    }
    const groups = this.groups(isCategory);
    const unnamed = groups.filter(({ group_id }) => !this.names.has(group_id));
    if (unnamed.length > 0)
      report.remark("Names of websites and store groups were taken from orders; the others are invented.");
    const websites = this.websiteIds.map((website_id, at): Website => {
      const own = groups.filter((group) => group.website_id === website_id);
      const default_group_id = own[0]?.group_id ?? 0;
      const name = this.names.get(default_group_id)?.website ?? `Website ${website_id}`;
      return {
        website_id,
        code: codes.get(website_id) as string,
        name,
        sort_order: at,
        default_group_id,
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
        group_id,
        website_id: first.website_id,
        name: this.names.get(group_id)?.group ?? `Store ${group_id}`,
        root_category_id: isCategory(root) ? root : 0,
        // The views are sorted by ID.
        default_store_id: first.store_id,
      };
    });
  }

  private codesOfAll(): ReadonlyMap<number, string> {
    const codes = new Map(this.codes);
    // Codes with the fewest possible websites are assigned first.
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

/** Throws a `SourceRefusal` if the store views cannot be read, because nothing can be imported without them. */
export async function readDirectory(context: ImportContext): Promise<Directory> {
  const views = rowsIn(await context.source.ask("core_store.list"))
    .flatMap(viewOf)
    .sort((one, other) => one.store_id - other.store_id);
  if (views.length === 0) context.report.find("store views: none were returned", "core_store.list");
  return new Directory(
    views,
    await readRoots(context, views),
    await readTaxClasses(context),
    await readCustomerGroups(context),
  );
}

function viewOf(row: DataObject): StoreView[] {
  const [store_id, website_id, group_id] = [idIn(row.store_id), idIn(row.website_id), idIn(row.group_id)];
  const code = textIn(row.code);
  if (!store_id || website_id === undefined || group_id === undefined || !code) return [];
  return [
    {
      store_id,
      code,
      website_id,
      group_id,
      name: textIn(row.name) ?? code,
      sort_order: idIn(row.sort_order) ?? 0,
      is_active: flagIn(row.is_active) ?? true,
    },
  ];
}

/**
 * The root category of each group: the parent of the first category in one of its views, or the only one of
 * its website.
 */
async function readRoots(context: ImportContext, views: readonly StoreView[]): Promise<Map<number, number>> {
  const roots = new Map<number, number>();
  for (const { group_id, website_id, code } of views) {
    if (roots.has(group_id)) continue;
    const level = async (args: readonly unknown[]) =>
      rowsIn(await askAbout(context, `view ${code}`, "catalog_category.level", args));
    const [child] = await level([null, code]);
    const [root, ...others] = child ? [{ category_id: child.parent_id }] : await level([website_id]);
    const id = idIn(root?.category_id);
    if (id !== undefined && others.length === 0) roots.set(group_id, id);
  }
  return roots;
}

/** The tax classes of products are options of an attribute; no operation returns those of customers. */
async function readTaxClasses(context: ImportContext): Promise<TaxClass[]> {
  const options = rowsIn(
    await askAbout(context, "tax classes", "catalog_product_attribute.options", ["tax_class_id"]),
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

async function readCustomerGroups(context: ImportContext): Promise<CustomerGroup[]> {
  const answer = await askIfAllowed(context, "customer groups", "customer_group.list");
  const groups = rowsIn(answer).flatMap((row) => {
    const group_id = idIn(row.customer_group_id);
    return group_id === undefined ? [] : [{ group_id, code: textIn(row.customer_group_code) ?? "" }];
  });
  const none = installedShop.customer_groups[0] as CustomerGroup;
  if (groups.length === 0) return [...installedShop.customer_groups];
  return groups.some(({ group_id }) => group_id === 0) ? groups : [none, ...groups];
}
