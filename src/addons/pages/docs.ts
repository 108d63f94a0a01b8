/** `/docs`: serves the pages that the build made from contracts and documents, with the address and features of this server. */
import { Router, type Request, type RequestHandler } from "express";
import { nearest } from "../../engine/config/spelling.js";
import { builtFiles, type DocsIndex, type Manifest } from "./built-files.js";
import { compressibleAnswer, sendCompressed } from "./compressed.js";
import { escapeHtml } from "../../engine/xml/text.js";
import { Html, html } from "./html.js";
import { contentSecurityPolicy } from "./policy.js";
import { documentText, rootFrom, sendPage, type HtmlPage, type PageContext } from "./shell.js";
import { addressFor, pageContext, type PlaceSettings } from "./page-context.js";

/** The base URL in the contracts and built pages, which is replaced by the real one. */
const writtenAddress = "http://127.0.0.1:8080";

/** Pages for the operations of chapters, which the build did not know. */
export interface AddedPages {
  readonly operations: readonly string[];
  readonly page: (operation: string) => HtmlPage;
}

export function docsRoutes(
  settings: PlaceSettings,
  access: RequestHandler,
  baseUrl: () => string,
  added: AddedPages,
): Router {
  const router = Router();
  router.get(/^\/docs(\/.*)?$/, access, async (request, response) => {
    const { path } = request;
    const slug = path.slice("/docs/".length);
    // Links are relative, so an address must not end with a slash.
    if (path.length > 1 && path.endsWith("/"))
      return response.redirect(308, rootFrom(path) + path.slice(1, -1));
    const built = await builtFiles.manifest();
    const manifest = { ...built, docs: withAdded(built.docs, added) };
    const own = added.operations.find((name) => slug === operationsFolder + name);
    if (own === undefined && !Object.hasOwn(manifest.docs.pages, slug)) {
      return sendPage(request, response, unknownPage(slug, manifest), await pageContext(request, settings));
    }
    const place = {
      address: addressFor(request, settings, baseUrl()),
      ...(await docsContext(request, settings, manifest)),
    };
    const policy = contentSecurityPolicy(slug === "viewer" ? "viewer" : "own");
    response.set("Content-Security-Policy", policy);
    const text =
      own === undefined
        ? await docsPage(slug, manifest, place)
        : addedPage(slug, manifest.docs, place, added.page(own));
    await sendCompressed(
      request,
      response,
      compressibleAnswer("text/html; charset=utf-8", text),
      "revalidate",
    );
  });
  return router;
}

function addedPage(slug: string, docs: DocsIndex, place: DocsContext, page: HtmlPage): string {
  return docsDocument(slug, docs, place, page, page.main.text);
}

const operationsFolder = "operations/";

/** Adds the pages of own operations to the navigation, behind the guide. */
function withAdded(docs: DocsIndex, { operations }: AddedPages): DocsIndex {
  if (operations.length === 0) return docs;
  const entries = operations.map((name) => ({ slug: operationsFolder + name, title: name }));
  const [guide, ...others] = docs.groups;
  return { ...docs, groups: [...(guide ? [guide] : []), { title: "Own operations", entries }, ...others] };
}

/** The page for an unknown address, with links to similar ones. */
function unknownPage(slug: string, { docs }: Manifest): HtmlPage {
  const word = slug.split("/").at(-1)?.toLowerCase() ?? "";
  const pages = Object.entries(docs.pages);
  const alike = pages.filter(([one]) => word.length > 2 && one.toLowerCase().includes(word)).slice(0, 10);
  const like = nearest(slug, Object.keys(docs.pages), 4);
  const found = alike.length > 0 ? alike : pages.filter(([one]) => one === like);
  return {
    title: "No such page",
    status: 404,
    here: "Documentation",
    main: html`<h1>No such page</h1>
      <p>There is no page <code>/docs/${slug}</code>.</p>
      ${
        found.length > 0 &&
        html`<p>Did you mean:</p>
          <ul>
            ${found.map(([one, { title }]) => html`<li><a href="~/docs/${one}">${title}</a></li>`)}
          </ul>`
      }
      <p><a href="~/docs">All pages</a></p>`,
  };
}

async function docsContext(
  request: Request,
  settings: PlaceSettings,
  { assets }: Manifest,
): Promise<PageContext> {
  const root = rootFrom(request.path);
  const asset = (name: string) => `${root}assets/${assets[name] ?? name}`;
  const around = await pageContext(request, settings);
  return { ...around, root, asset, data: { ...around.data, search: asset("search.txt") } };
}

/** The context of a page of the documentation: this server, or a folder of exported files. */
export interface DocsContext extends PageContext {
  /** The service that the examples call. */
  readonly address: string;
}

export async function docsPage(slug: string, { docs }: Manifest, place: DocsContext): Promise<string> {
  const entry = docs.pages[slug];
  if (!entry) throw new Error(`there is no page ${slug}`);
  const { bytes } = await builtFiles.file(`docs/${entry.file}`);
  return docsDocument(slug, docs, place, entry, bytes.toString());
}

/** A complete page with the navigation. */
function docsDocument(
  slug: string,
  docs: DocsIndex,
  place: DocsContext,
  {
    title,
    description = "",
    scripts = [],
    styles = [],
  }: Pick<HtmlPage, "title" | "description" | "scripts" | "styles">,
  text: string,
): string {
  const content = new Html(text.replaceAll(writtenAddress, escapeHtml(place.address)));
  const page = {
    title,
    description,
    bare: true,
    here: "Documentation",
    main: html`<div class="docs">
      ${docsNavigation(docs, slug)}
      <main id="content" class="docs-main" tabindex="-1"><article>${content}</article></main>
    </div>`,
    scripts: ["enhance.js", "docs.js", ...scripts],
    styles: ["docs-style.css", ...styles],
  };
  return documentText(page, place);
}

/** The navigation: all pages in groups. The first two groups and the group of this page are open. */
function docsNavigation({ groups }: DocsIndex, slug: string): Html {
  return html`<nav class="docs-nav no-print" aria-label="Documentation" id="docs-nav">
    ${groups.map(({ title, entries }, index) => {
      const isOpen = index < 2 || entries.some((entry) => entry.slug === slug);
      return html`<details${isOpen && new Html(" open")}>
        <summary>${title}</summary>
        <ul>
          ${entries.map(
            (entry) =>
              html`<li>
                <a
                  href="~/docs${entry.slug === "" ? "" : `/${entry.slug}`}"
                  ${entry.slug === slug && new Html(' aria-current="page"')}
                  >${entry.title}</a
                >
              </li>`,
          )}
        </ul>
      </details>`;
    })}
  </nav>`;
}
