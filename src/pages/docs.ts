/** `/docs`: pages that the build has made of the contracts and documents, shown as this server and this reader need them. */
import { Router, type Request, type RequestHandler } from "express";
import { nearest } from "../engine/config/spelling.js";
import { builtFiles, type DocsIndex, type Manifest } from "./built-files.js";
import { answerOf, sendCompressed } from "./compressed.js";
import { escapeHtml, Html, html } from "./html.js";
import { contentSecurityPolicy } from "./policy.js";
import { documentText, rootFrom, sendPage, type Page, type Surroundings } from "./shell.js";
import { addressFor, aroundOf, type PlaceSettings } from "./surroundings.js";

/** The base URL that the contracts and the built pages name. */
const writtenAddress = "http://127.0.0.1:8080";

/** Operations of chapters that the server was started with. */
export interface AddedPages {
  readonly operations: readonly string[];
  readonly page: (operation: string) => Page;
}

export function docsRoutes(
  settings: PlaceSettings,
  guard: RequestHandler,
  baseUrl: () => string,
  added: AddedPages,
): Router {
  const router = Router();
  router.get(/^\/docs(\/.*)?$/, guard, async (request, response) => {
    const { path } = request;
    const slug = path.slice("/docs/".length);
    // Links are relative: an address has one form.
    if (path.length > 1 && path.endsWith("/"))
      return response.redirect(308, rootFrom(path) + path.slice(1, -1));
    const built = await builtFiles.manifest();
    const manifest = { ...built, docs: withAdded(built.docs, added) };
    const own = added.operations.find((name) => slug === operationsFolder + name);
    if (own === undefined && !Object.hasOwn(manifest.docs.pages, slug)) {
      return sendPage(request, response, unknownPage(slug, manifest), await aroundOf(request, settings));
    }
    const place = {
      address: addressFor(request, settings, baseUrl()),
      ...(await placeOf(request, settings, manifest)),
    };
    const policy = contentSecurityPolicy(slug === "viewer" ? "viewer" : "own");
    response.set("Content-Security-Policy", policy);
    const text =
      own === undefined
        ? await docsPage(slug, manifest, place)
        : addedPage(slug, manifest.docs, place, added.page(own));
    await sendCompressed(request, response, answerOf("text/html; charset=utf-8", text), "revalidate");
  });
  return router;
}

function addedPage(slug: string, docs: DocsIndex, place: DocsPlace, page: Page): string {
  return framed(slug, docs, place, page, page.main.text);
}

const operationsFolder = "operations/";

/** The way through the pages leads to those of own operations first. */
function withAdded(docs: DocsIndex, { operations }: AddedPages): DocsIndex {
  if (operations.length === 0) return docs;
  const entries = operations.map((name) => ({ slug: operationsFolder + name, title: name }));
  const [guide, ...others] = docs.groups;
  return { ...docs, groups: [...(guide ? [guide] : []), { title: "Own operations", entries }, ...others] };
}

/** What stands at an address below `/docs` that no page has: the pages whose address is like it. */
function unknownPage(slug: string, { docs }: Manifest): Page {
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

async function placeOf(
  request: Request,
  settings: PlaceSettings,
  { assets }: Manifest,
): Promise<Surroundings> {
  const root = rootFrom(request.path);
  const asset = (name: string) => `${root}assets/${assets[name] ?? name}`;
  const around = await aroundOf(request, settings);
  return { ...around, root, asset, data: { ...around.data, search: asset("search.txt") } };
}

/** Where a page of the documentation is shown: on this server, or in a folder of files. */
export interface DocsPlace extends Surroundings {
  /** The service that the examples call. */
  readonly address: string;
}

export async function docsPage(slug: string, { docs }: Manifest, place: DocsPlace): Promise<string> {
  const entry = docs.pages[slug];
  if (!entry) throw new Error(`there is no page ${slug}`);
  const { bytes } = await builtFiles.file(`docs/${entry.file}`);
  return framed(slug, docs, place, entry, bytes.toString());
}

/** A page with the way through all pages beside it. */
function framed(
  slug: string,
  docs: DocsIndex,
  place: DocsPlace,
  {
    title,
    description = "",
    scripts = [],
    styles = [],
  }: Pick<Page, "title" | "description" | "scripts" | "styles">,
  text: string,
): string {
  const content = new Html(text.replaceAll(writtenAddress, escapeHtml(place.address)));
  const page = {
    title,
    description,
    bare: true,
    here: "Documentation",
    main: html`<div class="docs">
      ${wayThrough(docs, slug)}
      <main id="content" class="docs-main" tabindex="-1"><article>${content}</article></main>
    </div>`,
    scripts: ["enhance.js", "docs.js", ...scripts],
    styles: ["docs-style.css", ...styles],
  };
  return documentText(page, place);
}

/** All pages by groups; only the group of this page is open. */
function wayThrough({ groups }: DocsIndex, slug: string): Html {
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
