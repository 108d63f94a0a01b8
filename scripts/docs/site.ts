/** The whole documentation: pages, navigation and search entries. */
import { namespaceOf } from "../../src/engine/chapters/views.js";
import { html, Html } from "../../src/addons/pages/html.js";
import { allFaults, faultsPage } from "./faults.js";
import { guidePages } from "./guide.js";
import { httpGroupOf, httpPage, httpSlug } from "./http-operations.js";
import { operationPage } from "./operations.js";
import type { DocsPage, Group, SearchEntry } from "./page.js";
import { Prose } from "./prose.js";
import { chapterNames, chaptersIn, referencePages, rulesOf } from "./reference.js";
import { startPage } from "./start-page.js";
import { searchEntries } from "./search-entries.js";
import { httpOperations, isOperation, type Schema, type Sources } from "./sources.js";

export interface Site {
  readonly pages: readonly DocsPage[];
  readonly groups: readonly Group[];
  readonly search: readonly SearchEntry[];
}

export function docsSite(sources: Sources): Site {
  const { rpc, http } = sources;
  const prose = new Prose(namesOf(sources));
  const guide = guidePages(sources, prose);
  const reference = referencePages(sources, prose);
  const chapters = chaptersIn(sources);
  const operations = rpc.methods.map((method) =>
    operationPage(rpc, prose, method, rulesOf(chapters, method.name)),
  );
  const addresses = httpOperations(http).map((entry) =>
    httpPage(http, prose, entry, rulesOf(chapters, entry.operation.operationId)),
  );
  const overviews = [faultsPage(rpc, prose), viewerPage()];
  const pages = [startPage(sources), ...guide, ...reference, ...operations, ...addresses, ...overviews];
  return {
    pages: pages.map(withContents),
    groups: groupsOf(sources, guide, reference),
    search: searchEntries(sources, [...guide, ...reference, ...overviews]),
  };
}

/** Adds "On this page" below the lead of a page with several headings. */
function withContents(page: DocsPage): DocsPage {
  const { text } = page.main;
  const headings = [...text.matchAll(/<h2 id="([^"]+)"[^>]*>(.*?)<\/h2>/gs)];
  if (headings.length < 3 || page.slug === "") return page;
  const contents = html`<nav class="contents no-print" aria-label="On this page">
    <ul>
      ${headings.map(([, id, title = ""]) => html`<li><a href="#${id}">${new Html(title.replace(/<[^>]*>/g, ""))}</a></li> `)}
    </ul>
  </nav>`;
  const lead = text.indexOf('<p class="lead">');
  const index = lead < 0 ? (headings[0]?.index ?? 0) : text.indexOf("</p>", lead) + "</p>".length;
  return { ...page, main: new Html(text.slice(0, index) + contents.text + text.slice(index)) };
}

function namesOf(sources: Sources) {
  const addresses = new Map<string, string>();
  for (const { name } of allFaults(sources.rpc)) addresses.set(name, `faults#${name}`);
  for (const { name } of sources.rpc.methods) addresses.set(name, `operations/${name}`);
  for (const entry of httpOperations(sources.http)) {
    addresses.set(`${entry.method} ${entry.path}`, httpSlug(entry));
  }
  const documents = new Map<string, string>(
    [
      ...["qa", "testing", "clients", "order-states", "doors", "magento", "fidelity", "own-operations"],
      ...["settings", "operations", "monitoring"],
    ].map((name) => [`${name}.md`, `guide/${name}`] as const),
  );
  documents.set("generators.md", "guide/clients");
  for (const name of chapterNames) documents.set(`reference/${name}.md`, `reference/${name}`);
  documents.set("reference/README.md", "reference");
  documents.set("faults.md", "faults");
  const rules = new Set(
    chaptersIn(sources).flatMap(({ sections }) =>
      sections.map(({ chapter, number }) => `${chapter} ${number}`),
    ),
  );
  return { addresses, documents, rules, members: membersIn(sources) };
}

/** The names of parameters and members with more than one part: a single word can also be a usual one. */
function membersIn({ rpc, http }: Sources): ReadonlySet<string> {
  const ofHttp = (http.components.schemas ?? {}) as Readonly<Record<string, Schema>>;
  const schemas = [...Object.values(rpc.components.schemas), ...Object.values(ofHttp)];
  const names = [
    ...rpc.methods.flatMap(({ params }) => params.map(({ name }) => name)),
    ...schemas.flatMap(({ properties = {} }) => Object.keys(properties)),
  ];
  return new Set(names.filter((name) => /_|[a-z][A-Z]/.test(name)));
}

function groupsOf(
  sources: Sources,
  guide: readonly DocsPage[],
  reference: readonly DocsPage[],
): readonly Group[] {
  const { rpc, http } = sources;
  const namespaces = Object.entries(rpc["x-namespaces"]).map(([namespace, { title }]) => ({
    title,
    entries: rpc.methods
      .filter((method) => isOperation(method) && namespaceOf(method.name) === namespace)
      .map(({ name }) => ({ slug: `operations/${name}`, title: name.slice(namespace.length + 1) })),
  }));
  const addresses = new Map<string, Group["entries"][number][]>();
  for (const entry of httpOperations(http)) {
    const { title } = httpGroupOf(entry);
    const own = addresses.get(title) ?? [];
    addresses.set(title, own);
    own.push({ slug: httpSlug(entry), title: `${entry.method} ${entry.path}` });
  }
  return [
    {
      title: "Guide",
      entries: [{ slug: "", title: "Start here" }, ...guide.map(({ slug, title }) => ({ slug, title }))],
    },
    {
      title: "Reference",
      entries: [
        ...reference.map(({ slug, title }) => ({ slug, title: title.replace(/:.*/, "") })),
        { slug: "faults", title: "All faults" },
        { slug: "viewer", title: "OpenAPI viewer" },
      ],
    },
    {
      title: "Sessions and batches",
      entries: rpc.methods
        .filter((method) => !isOperation(method))
        .map(({ name }) => ({ slug: `operations/${name}`, title: name })),
    },
    ...namespaces,
    ...[...addresses].map(([title, entries]) => ({ title, entries })),
  ];
}

function viewerPage(): DocsPage {
  return {
    slug: "viewer",
    title: "OpenAPI viewer",
    description: "The OpenAPI documents of this server in Swagger UI.",
    scripts: ["viewer.js"],
    styles: ["viewer-style.css"],
    main: html`<h1>OpenAPI viewer</h1>
      <p class="lead">Both OpenAPI documents of this server, shown by Swagger UI.</p>
      <div id="viewer" class="viewer"><p>The viewer needs scripts.</p></div>`,
  };
}
