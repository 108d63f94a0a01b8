/** Imports the custom options of products, and the links and samples of downloadable products. */
import { isOptionType, isSelect } from "../../../shop/catalog/options/option-types.js";
import type {
  CustomOptionType,
  DownloadLink,
  DownloadSample,
  DownloadSource,
  OptionPrice,
  OptionValue,
  ProductOption,
} from "../../../shop/data/entities/options.js";
import type { StoreView } from "../../../shop/data/entities/shop.js";
import type { DataObject } from "../../../engine/values/coercion.js";
import type { Directory } from "./directory.js";
import { askAbout, type ImportContext } from "./reading.js";
import { flagIn, idIn, numberIn, rowsIn, textIn } from "./source.js";

/** The answer for a view; `row` is undefined if it could not be read. */
interface ViewRow {
  readonly view: StoreView;
  readonly row: DataObject | undefined;
}

type Downloads = {
  readonly links: readonly DownloadLink[];
  readonly samples: readonly DownloadSample[];
};

export class ProductPartReader {
  constructor(
    private readonly context: ImportContext,
    private readonly directory: Directory,
  ) {}

  /** Ascending by ID. */
  async options(productId: number, product: string): Promise<ProductOption[]> {
    const answer = await askAbout(this.context, product, "catalog_product_custom_option.list", [
      String(productId),
      0,
    ]);
    const ids = rowsIn(answer).flatMap(({ option_id }) => idIn(option_id) || []);
    const read = await Promise.all(ids.map((id) => this.option(id, product)));
    return read.filter((option) => option !== undefined).sort((a, b) => a.option_id - b.option_id);
  }

  private async option(option_id: number, product: string): Promise<ProductOption | undefined> {
    const name = `${product}, option ${option_id}`;
    const operation = "catalog_product_custom_option.info";
    const [info, ...others] = await this.everywhere((view) =>
      askAbout(this.context, name, operation, [String(option_id), view]),
    );
    const general = rowsIn([info])[0];
    if (!general) return undefined;
    const type = textIn(general.type) ?? "";
    if (!isOptionType(type)) {
      this.context.report.find("options of an unknown type: left out", `${name}: ${type}`);
      return undefined;
    }
    const atViews = this.byView(others.map((one) => rowsIn([one])[0]));
    const option = optionOf(option_id, type, general, atViews);
    if (!isSelect(option) || option.values.length > 0) return option;
    this.context.report.find("options without a value to choose: left out", name);
    return undefined;
  }

  /** Ascending by ID. Download files are not returned, so a link to one is kept without its file. */
  async downloads(productId: number, product: string): Promise<Downloads> {
    const operation = "catalog_product_downloadable_link.list";
    const answers = await this.everywhere((view) =>
      askAbout(this.context, product, operation, [String(productId), view]),
    );
    const all = answers.map((answer) => rowsIn([answer])[0] ?? {});
    const of = (kind: "links" | "samples", id: string) => {
      const [general = [], ...others] = all.map((one) => rowsIn(one[kind]));
      return general
        .flatMap((row) => {
          const own = others.map((rows) => rows.find((one) => idIn(one[id]) === idIn(row[id])));
          return idIn(row[id]) ? [{ id: idIn(row[id]) as number, row, atViews: this.byView(own) }] : [];
        })
        .sort((one, other) => one.id - other.id);
    };
    const source = (row: DataObject, part: "link" | "sample") => this.source(row, part, product);
    return {
      links: of("links", "link_id").map(({ id, row, atViews }) => ({
        link_id: id,
        sort_order: orderIn(row),
        titles: titlesOf(row, atViews),
        prices: pricesOf(row, atViews, ({ price }) => numberIn(price) ?? 0),
        number_of_downloads: idIn(row.number_of_downloads) ?? 0,
        is_shareable: shareableIn(row.is_shareable),
        source: source(row, "link"),
        sample: source(row, "sample"),
      })),
      samples: of("samples", "sample_id").map(({ id, row, atViews }) => ({
        sample_id: id,
        sort_order: orderIn(row),
        titles: titlesOf(row, atViews),
        source: source(row, "sample"),
      })),
    };
  }

  private source(row: DataObject, part: "link" | "sample", product: string): DownloadSource {
    const type = textIn(row[`${part}_type`]);
    const url = textIn(row[`${part}_url`]) || null;
    if (type === "file") {
      const file = textIn(rowsIn(row.file_save)[0]?.file) ?? textIn(row.sample_file) ?? "";
      this.context.report.find(
        "files to download: no operation returns their content, so their links were kept without them",
        `${product} ${file}`.trim(),
      );
      return { type: "file", file: null, url: null };
    }
    return { type: url === null ? null : "url", file: null, url };
  }

  /** The answers for the default values and for each view. */
  private everywhere(ask: (view: string | number) => Promise<unknown>): Promise<unknown[]> {
    return Promise.all([ask(0), ...this.directory.views.map(({ code }) => ask(code))]);
  }

  private byView(rows: readonly (DataObject | undefined)[]): ViewRow[] {
    return this.directory.views.map((view, at) => ({ view, row: rows[at] }));
  }
}

function optionOf(
  option_id: number,
  type: CustomOptionType,
  general: DataObject,
  atViews: readonly ViewRow[],
): ProductOption {
  const own = rowsIn(general.additional_fields);
  const ownAtViews = atViews.map(({ view, row }) => ({ view, rows: rowsIn(row?.additional_fields) }));
  const isChoice = isSelect({ type });
  const fields = isChoice ? {} : (own[0] ?? {});
  const fieldsAtViews = ownAtViews.map(({ view, rows }) => ({ view, row: isChoice ? undefined : rows[0] }));
  return {
    option_id,
    type,
    is_require: flagIn(general.is_require) ?? false,
    sort_order: orderIn(general),
    titles: titlesOf(general, atViews),
    prices: pricesOf(fields, fieldsAtViews, optionPrice),
    sku: textIn(fields.sku) ?? null,
    max_characters: idIn(fields.max_characters) ?? null,
    file_extension: textIn(fields.file_extension) ?? null,
    image_size_x: idIn(fields.image_size_x) ?? null,
    image_size_y: idIn(fields.image_size_y) ?? null,
    values: isChoice
      ? own.flatMap((row) => valueOf(row, ownAtViews)).sort((a, b) => a.value_id - b.value_id)
      : [],
  };
}

function valueOf(
  row: DataObject,
  atViews: readonly { readonly view: StoreView; readonly rows: readonly DataObject[] }[],
): OptionValue[] {
  const value_id = idIn(row.value_id);
  if (!value_id) return [];
  const own = atViews.map(({ view, rows }) => ({
    view,
    row: rows.find((one) => idIn(one.value_id) === value_id),
  }));
  return [
    {
      value_id,
      sort_order: orderIn(row),
      sku: textIn(row.sku) ?? null,
      titles: titlesOf(row, own),
      prices: pricesOf(row, own, optionPrice),
    },
  ];
}

function optionPrice({ price, price_type }: DataObject): OptionPrice {
  return { price: numberIn(price) ?? 0, price_type: price_type === "percent" ? "percent" : "fixed" };
}

/** A title of a view that equals the default counts as unset, as for attribute values. */
function titlesOf(general: DataObject, atViews: readonly ViewRow[]): Record<string, string> {
  const titles: Record<string, string> = { "0": textIn(general.title) ?? "" };
  for (const { view, row } of atViews) {
    const title = textIn(row?.title);
    if (title !== undefined && title !== titles["0"]) titles[`s${view.store_id}`] = title;
  }
  return titles;
}

/** Prices of a website are those of its first view. */
function pricesOf<Price>(
  general: DataObject,
  atViews: readonly ViewRow[],
  read: (row: DataObject) => Price,
): Record<string, Price> {
  const price = read(general);
  const prices: Record<string, Price> = { "0": price };
  for (const { view, row } of atViews) {
    const key = `w${view.website_id}`;
    if (!row || row.price === undefined || prices[key] !== undefined) continue;
    const own = read(row);
    if (JSON.stringify(own) !== JSON.stringify(price)) prices[key] = own;
  }
  return prices;
}

function orderIn({ sort_order }: DataObject): number {
  return idIn(sort_order) ?? 0;
}

/** Anything else means the setting of the shop. */
function shareableIn(value: unknown): DownloadLink["is_shareable"] {
  const number = numberIn(value);
  return number === 0 || number === 1 ? number : 2;
}
