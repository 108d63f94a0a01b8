/** The pages of the guide: which texts of the contracts and documents each contains, with titles and order. */
import { html, type Html } from "../../src/addons/pages/html.js";
import { writtenAddress } from "./examples.js";
import {
  exitCodeTable,
  limitTable,
  methodText,
  namespaceTable,
  operationList,
  operatorTable,
  schemaText,
  settingGroups,
  valueTable,
} from "./guide-tables.js";
import { orderPicture, transitionsOf } from "./order-picture.js";
import type { DocsPage } from "./page.js";
import { chaptersOf, sectionOf, type Heading, type Prose } from "./prose.js";
import { untitled, type Sources } from "./sources.js";
import { conditionTypes } from "./types.js";

interface Topic {
  readonly name: string;
  readonly title: string;
  readonly lead: string;
  readonly content: (parts: Parts) => readonly (Html | string | undefined)[];
}

interface Parts {
  readonly sources: Sources;
  readonly prose: Prose;
  /** Chapters of the description of openrpc.json. */
  readonly rpc: ReadonlyMap<string, string>;
  /** Chapters of the description of openapi.yaml. */
  readonly http: ReadonlyMap<string, string>;
}

/** A page that is a document. */
const documentPage = (name: string, title: string, lead: string): Topic => ({
  ...{ name, title, lead },
  content: ({ sources }) => [untitled(sources.document(`docs/${name}.md`))],
});

/** The pages; a text is Markdown, anything else is HTML. */
const topics: readonly Topic[] = [
  {
    name: "calling",
    title: "Calling an operation",
    lead: "One operation, three ways to call it, the same result.",
    content: ({ rpc, sources }) => [
      rpc.get("Calling"),
      "## Three ways",
      sectionOf(sources.document("README.md"), "Other ways to call"),
      "## The names of operations",
      namespaceTable(sources.rpc),
      "## Plain HTTP",
      sources.document("spec/plain-http.md"),
    ],
  },
  {
    name: "arguments",
    title: "Arguments and leniency",
    lead: "The forms of values, and the further forms that the server accepts.",
    content: ({ rpc, http, sources, prose }) => [
      rpc.get("Types"),
      "## Kinds of values",
      "Parameters and members use these types by name:",
      valueTable(sources.rpc, prose),
      "## Strict handling",
      http.get("Strict handling"),
    ],
  },
  {
    name: "filters",
    title: "Filters",
    lead: "Lists return all rows; filters select rows.",
    content: ({ rpc, http, sources, prose }) => [
      rpc.get("Filters"),
      "Products that cost up to 20, whose SKU begins with `mug-` or `desk-`, and that have not been changed since the new year of 2025:",
      "```json\n" +
        '{"price": {"lteq": 20}, "sku": [{"like": "mug-%"}, {"like": "desk-%"}], "updated_at": {"lt": "2025-01-01"}}\n```',
      "## Created or updated since a time",
      "A client that polls for new orders or changed products passes the time of its last call with `gteq`, for example yesterday. Times are in UTC. Together with `lt`, the condition is a period:",
      '```json\n{"updated_at": {"gteq": "2025-01-01 00:00:00", "lt": "2025-01-02 00:00:00"}}\n```',
      "## Fields and operators",
      "The page of each list operation lists its fields with the type of their conditions. The types are:",
      ...conditionTypes.map((name) => operatorTable(sources.rpc, prose, name)),
      "## Filters of the REST resource",
      http.get("Filtering customers"),
    ],
  },
  {
    name: "scopes",
    title: "Websites, stores and scopes",
    lead: "A store in this API is a store view. Values can differ from view to view.",
    content: ({ sources, prose }) => [
      schemaText(sources.rpc, "StoreArgument"),
      schemaText(sources.rpc, "WebsiteArgument"),
      "## Sample data",
      untitled(sources.document("docs/sample-shop.md")),
      "## Operations with a store",
      operationList(sources.rpc, prose, ({ params }) =>
        params.some(({ name }) => /^(store|storeView|website)/i.test(name)),
      ),
    ],
  },
  {
    name: "errors",
    title: "Errors",
    lead: "Branch on the name of the fault, never on the number or the text.",
    content: ({ rpc, http }) => [
      rpc.get("Errors"),
      "[The table of faults](faults.md) lists all of them, with advice for each.",
      "## Errors of the REST resource",
      http.get("Errors"),
      "## Testing error handling",
      http.get("Testing error handling"),
    ],
  },
  {
    name: "repeating",
    title: "Repeating calls safely",
    lead: "A call whose response was lost can be retried without being executed twice.",
    content: ({ rpc }) => [rpc.get("Repeating")],
  },
  {
    name: "sessions",
    title: "Sessions, access and limits",
    lead: "Which callers may call which operations, for how long, how often, and with how much data.",
    content: ({ rpc, http, sources }) => [
      "## Sessions",
      methodText(sources.rpc, "login"),
      methodText(sources.rpc, "endSession"),
      `\`session_expired\`: ${sources.rpc["x-global-faults"].session_expired?.message ?? ""}`,
      "## Access",
      rpc.get("Access"),
      "## Throttles and limits",
      rpc.get("Throttles"),
      limitTable(),
      "## Access to the REST resource",
      http.get("Authentication"),
      http.get("Access"),
      http.get("Throttles"),
      "## Access nodes",
      html`<ul class="columns">
        ${sources.rpc["x-acl-nodes"].map((node) => html`<li><code>${node}</code></li>`)}
      </ul>`,
    ],
  },
  {
    name: "order-states",
    title: "The states of an order",
    lead: "The state of an order determines which operations are possible.",
    content: ({ sources }) => {
      const text = sources.document("docs/order-states.md");
      const table = text.slice(text.indexOf("| Operation"));
      const intro = text.slice(0, text.indexOf("```mermaid")).replace(/^#.*$|^<!--.*$/gm, "");
      return [orderPicture(transitionsOf(text)), "## Transitions", table, "## Source", intro];
    },
  },
  {
    name: "images",
    title: "Product images",
    lead: "Images are uploaded as text, stored as files, and returned as addresses.",
    content: ({ sources, prose }) => [
      sources.rpc.components.tags.catalog_product_attribute_media?.description,
      schemaText(sources.rpc, "ImageFile"),
      operationList(sources.rpc, prose, ({ name }) => name.startsWith("catalog_product_attribute_media.")),
      "## Their addresses",
      "`GET /media/catalog/product/{path}`",
      sources.http.paths["/media/catalog/product/{path}"]?.get?.description,
      limitTable(/^image/),
    ],
  },
  {
    name: "rest",
    title: "REST",
    lead: "Customers, products, stock items and orders, in XML and JSON.",
    content: ({ http, sources }) => [
      http.get("Formats"),
      http.get("Getting JSON from the REST resources"),
      ...["customers", "products", "stock", "orders"].flatMap((tag) => {
        const found = sources.http.tags.find(({ name }) => name === tag);
        return found ? [`## ${tag[0]?.toUpperCase()}${tag.slice(1)}`, found.description] : [];
      }),
    ],
  },
  documentPage(
    "doors",
    "XML-RPC and SOAP",
    "The same operations for clients that speak the older protocols.",
  ),
  documentPage(
    "qa",
    "A day of testing",
    "Start, prepare, force, check: one command for each step of a tester's day.",
  ),
  {
    name: "testing",
    title: "Testing recipes",
    lead: "Force, freeze, reset: the shop in the state that a test needs.",
    content: ({ sources }) => [
      untitled(sources.document("docs/testing.md")).replaceAll("$URL", writtenAddress),
      "## By command",
      untitled(sources.document("docs/commands.md")),
    ],
  },
  documentPage(
    "magento",
    "A day with your Magento",
    "Point the programs of a Magento 1 at this server, copy the shop, compare both, and move on.",
  ),
  documentPage(
    "fidelity",
    "Fidelity",
    "Compare this server with your shop; and for each operation: proven, decided, different or unknown.",
  ),
  {
    name: "clients",
    title: "Clients",
    lead: "A day with the generated clients: install, call, handle failures, test.",
    content: ({ sources }) => [
      untitled(sources.document("docs/clients.md")),
      ...["typescript", "python", "php"].flatMap((language) => [
        sources
          .document(`generated/clients/${language}/README.md`)
          .replace(/^# (.*)$/m, "## $1")
          .replace(/^## (?!The shop)/gm, "### "),
      ]),
      sources.document("docs/generators.md").replace(/^## /gm, "### ").replace(/^# /m, "## "),
    ],
  },
  {
    name: "settings",
    title: "Settings and addresses",
    lead: "Each setting is a flag or an environment variable; and what the server offers at which address.",
    content: ({ sources }) => [
      untitled(sources.document("docs/settings.md")),
      "## All settings",
      "Every setting of the server, by subject, with its default.",
      ...settingGroups(),
      "## Exit codes",
      exitCodeTable(),
    ],
  },
  documentPage(
    "operations",
    "Operation",
    "Production start, backup, failover, upgrade, keys and incidents, with one server or several.",
  ),
  documentPage("monitoring", "Monitoring", "Metrics and alerts, the log, and traces."),
  documentPage(
    "own-operations",
    "Your own operations",
    "Operations of extensions that your clients call: described in a chapter, served by every protocol.",
  ),
  {
    name: "versioning",
    title: "Versions and changes",
    lead: "Which changes are possible in a version, and where they are listed.",
    content: ({ rpc, sources }) => [
      rpc.get("Versions"),
      "## Extensions of the contracts",
      rpc.get("Extensions"),
      "## Upgrading",
      untitled(sources.document("docs/upgrading.md")).replace(/^##/gm, "###"),
      "## Changes",
      untitled(sources.document("CHANGELOG.md")).replace(/^##/gm, "###"),
    ],
  },
];

export function guidePages(
  sources: Sources,
  prose: Prose,
): readonly (DocsPage & { readonly headings: readonly Heading[] })[] {
  const rpc = chaptersOf(sources.rpc.info.description);
  const http = chaptersOf(sources.http.info.description);
  return topics.map(({ name, title, lead, content }) => {
    const headings: Heading[] = [];
    const anchors = new Map<string, number>();
    const parts = content({ sources, prose, rpc, http });
    const rendered = parts.map((part) => {
      if (typeof part !== "string") return part;
      const page = prose.page(part, 2, anchors);
      headings.push(...page.headings);
      return page.html;
    });
    const main = html`<p class="eyebrow">Guide</p>
      <h1>${title}</h1>
      <p class="lead">${lead}</p>
      ${rendered}`;
    return { slug: `guide/${name}`, title, description: lead, main, headings };
  });
}
