/**
 * A real browser from npm alone: one Chromium per test file, one clean context per page.
 *
 *     const browser = useBrowser();
 *     test("…", async () => {
 *       const { page, problems } = await browser.open(`${shop.url}/docs`);
 *       …
 *       expect(problems).toEqual([]);
 *     });
 * vitest.config.ts lists the files that use it.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll } from "vitest";
import { differsHere } from "../support/storages.js";
import { unpackedBrowser } from "./chromium.js";

const require = createRequire(import.meta.url);
const axeSource = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

export const sizes = {
  phone: { width: 360, height: 740 },
  desk: { width: 1280, height: 900 },
} as const;

export interface OpenOptions {
  readonly size?: keyof typeof sizes;
  readonly dark?: boolean;
  readonly headers?: Record<string, string>;
}

export interface OpenedPage {
  readonly page: Page;
  /** Errors of scripts and console, and refusals of the content security policy, in their order. */
  readonly problems: string[];
  /** Addresses that the page has requested. */
  readonly asked: string[];
}

export interface TestBrowser {
  open(address: string, options?: OpenOptions): Promise<OpenedPage>;
}

/** Starts a browser before the tests of a file and closes it after them. The pages of a test are closed with it. */
export function useBrowser(): TestBrowser {
  let browser: Browser;
  const contexts: BrowserContext[] = [];
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
  });
  afterAll(async () => {
    await browser?.close();
  });
  return {
    async open(address, { size = "desk", dark = false, headers } = {}) {
      const context = await browser.newContext({
        ...{ viewport: sizes[size], colorScheme: dark ? "dark" : "light", reducedMotion: "reduce" },
        ...(headers ? { extraHTTPHeaders: headers } : {}),
      });
      contexts.push(context);
      const page = await context.newPage();
      const [problems, asked]: [string[], string[]] = [[], []];
      page.on("pageerror", (error) => problems.push(error.message));
      page.on("console", (message) => {
        if (message.type() === "error" && !isOfDifference(message.text())) problems.push(message.text());
      });
      page.on("request", (request) => asked.push(request.url()));
      page.setDefaultTimeout(100_000);
      await page.goto(address);
      return { page, problems, asked };
    },
  };
}

/** Also for scripts outside of tests; the caller closes it. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = await unpackedBrowser();
  // As root there is no browser sandbox, but the pages are our own.
  return chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--font-render-hinting=none"],
  });
}

/** The findings of axe-core, one line each; also headings and table headers. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  // Through the protocol of the browser, to which the content security policy of the page does not apply.
  await page.evaluate(axeSource);
  const { violations } = await page.evaluate(() => (globalThis as unknown as WithAxe).axe.run());
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

interface WithAxe {
  readonly axe: { run(where?: string, options?: object): Promise<{ violations: readonly Violation[] }> };
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/**
 * Controls that are not readable under the pointer, or that do not show the focus, one line each. Tests one
 * control of every kind.
 */
export async function pointerProblems(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  const kinds = await page.evaluate<string[]>(markKinds);
  const problems: string[] = [];
  for (const kind of kinds) {
    const where = `[data-kind="${kind}"]`;
    const target = page.locator(where);
    await target.hover({ force: true });
    const { violations } = await page.evaluate(
      (one) => (globalThis as unknown as WithAxe).axe.run(one, { runOnly: ["color-contrast"] }),
      where,
    );
    problems.push(
      ...violations.flatMap(({ nodes }) => nodes.map(({ html }) => `under the pointer: ${html}`)),
    );
    await target.focus();
    if (await target.evaluate<boolean>(showsNoFocus))
      problems.push(`with the focus: ${await target.evaluate<string>("(one) => one.outerHTML")}`);
  }
  return problems;
}

/** Numbers the first visible control of each kind. */
const markKinds = `(() => {
  const kinds = new Map();
  for (const one of document.querySelectorAll("a[href], button:enabled, summary, select, input, textarea")) {
    const kind = [one.tagName, one.className, one.getAttribute("aria-current"), one.getAttribute("aria-pressed")].join();
    if (kinds.has(kind) || !one.checkVisibility() || one.matches(".skip")) continue;
    one.dataset.kind = String(kinds.size);
    kinds.set(kind, one.dataset.kind);
  }
  return [...kinds.values()];
})()`;

const showsNoFocus = `(one) => getComputedStyle(one).outlineStyle === "none"`;

/** The number of pixels by which a page is wider than its window. */
export function overhang(page: Page): Promise<number> {
  return page.evaluate("document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth");
}

/** A browser logs every refusal of a request, also the answer that there are no sandboxes to choose from. */
function isOfDifference(message: string): boolean {
  return (
    message.includes("status of 501") &&
    differsHere("snapshots and sandboxes exist in the memory of one process")
  );
}
