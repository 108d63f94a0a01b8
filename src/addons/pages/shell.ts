/** The frame of all pages: head, header with navigation, landmarks, footer. */
import type { Request, Response } from "express";
import { packageVersion } from "../../engine/config/package.js";
import { builtFiles } from "./built-files.js";
import { compressibleAnswer, sendCompressed } from "./compressed.js";
import { html, type Html } from "./html.js";
import { contentSecurityPolicy, type PolicyName } from "./policy.js";

export interface HtmlPage {
  readonly title: string;
  readonly description?: string;
  /** The content of `<main>`; with `bare`, everything between header and footer. */
  readonly main: Html;
  readonly bare?: boolean;
  /** Names of assets, without their hash. */
  readonly scripts?: readonly string[];
  readonly styles?: readonly string[];
  /** The entry of the header's navigation that is current. */
  readonly here?: string;
  readonly policy?: PolicyName;
  readonly status?: number;
}

/** What a page needs to know about the server and address where it is shown. */
export interface PageContext {
  /** Relative path from the page to the root of the service, so that pages also work below `/sandbox/<name>`. */
  readonly root: string;
  /** Returns the address of an asset. */
  readonly asset: (name: string) => string;
  readonly navigation: readonly NavigationEntry[];
  /** The sandbox that the page belongs to. */
  readonly sandbox?: string | undefined;
  /** Data for the scripts of the page, as `data-…` attributes of the document. */
  readonly data?: Readonly<Record<string, string>>;
}

export interface NavigationEntry {
  readonly name: string;
  /** Relative to the root of the service. */
  readonly path: string;
}

const version = packageVersion();

/** Renders the whole document. In links, `~/` means the root of the service. */
export function documentText(page: HtmlPage, around: PageContext): string {
  const { title, description, main, bare = false, scripts = [], styles = [] } = page;
  const { root, asset, navigation, sandbox, data = {} } = around;
  const attributes = Object.entries({ root, ...data }).map(([name, value]) => html` data-${name}="${value}"`);
  const text = html`<!doctype html>
    <html lang="en" ${attributes}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Store Management API</title>
        ${description === undefined ? "" : html`<meta name="description" content="${description}" />`}
        <link rel="icon" href="${asset("icon.svg")}" type="image/svg+xml" />
        ${["look.css", ...styles].map((name) => html`<link rel="stylesheet" href="${asset(name)}" /> `)}
        ${scripts.map((name) => html`<script type="module" src="${asset(name)}"></script> `)}
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        <header class="top">
          <a class="brand" href="~/"
            ><svg viewBox="0 0 16 16" width="20" height="20" aria-hidden="true">
              <path d="M2 6h12v8H2zM1 6l2-4h10l2 4z" /></svg
            >Store Management API</a
          >
          <nav aria-label="Pages">
            ${navigation.map(({ name, path }) => html`<a href="~/${path}" ${page.here === name && html` aria-current="page"`}>${name}</a>`)}
          </nav>
          <div class="top-tools">
            ${sandbox !== undefined && html`<span class="chip" title="Everything on this page happens in a sandbox">sandbox ${sandbox}</span>`}
            <div id="top-tools"></div>
          </div>
        </header>
        ${bare ? main : html`<main id="content" class="page" tabindex="-1">${main}</main>`}
        <footer class="bottom"><p>Store Management API ${version} · MIT licensed</p></footer>
      </body>
    </html> `;
  return text.toString().replaceAll('"~/', `"${root}`);
}

/** Renders and sends a page. */
export async function sendPage(
  request: Request,
  response: Response,
  page: HtmlPage,
  around: Omit<PageContext, "root" | "asset"> = { navigation: [] },
): Promise<void> {
  const root = rootFrom(request.path);
  const { assets } = await builtFiles.manifest();
  const asset = (name: string) => `${root}assets/${assets[name] ?? name}`;
  const text = documentText(page, { ...around, root, asset });
  response.status(page.status ?? 200);
  response.set("Content-Security-Policy", contentSecurityPolicy(page.policy ?? "own"));
  await sendCompressed(request, response, compressibleAnswer("text/html; charset=utf-8", text), "revalidate");
}

/** `/docs/operations/login` → `../../`. An empty address would mean the page itself, so the root is `./`. */
export function rootFrom(path: string): string {
  return "../".repeat(path.split("/").length - 2) || "./";
}
