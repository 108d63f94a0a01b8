/**
 * A real browser from npm alone: one Chromium per test file, one clean context per page.
 *
 *     const browser = useBrowser();
 *     test("…", async () => {
 *       const { page, problems } = await browser.open(`${shop.url}/docs`);
 *       …
 *       expect(problems).toEqual([]);
 *     });
 *
 * Files that use it stand in vitest.config.ts.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { differsHere } from "../support/storages.js";
import { unpackedBrowser } from "./chromium.js";

const require = createRequire(import.meta.url);
const axeSource = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

export const sizes = {
  phone: { width: 360, height: 740 },
  desk: { width: 1440, height: 900 },
} as const;

export interface OpenOptions {
  readonly size?: keyof typeof sizes;
  readonly dark?: boolean;
  readonly headers?: Record<string, string>;
}

export interface OpenedPage {
  readonly page: Page;
  /** Errors of scripts and console, and what the content security policy refused, as they come. */
  readonly problems: string[];
  /** Addresses that the page has asked for. */
  readonly asked: string[];
}

export interface TestBrowser {
  open(address: string, options?: OpenOptions): Promise<OpenedPage>;
}

/** Starts a browser before the tests of a file and closes it with all its pages after them. */
export function useBrowser(): TestBrowser {
  let browser: Browser;
  const contexts: BrowserContext[] = [];
  beforeAll(async () => {
    browser = await launchBrowser();
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
      page.setDefaultTimeout(10_000);
      await page.goto(address);
      return { page, problems, asked };
    },
  };
}

/** For scripts outside of tests as well; the caller closes it. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = await unpackedBrowser();
  // As root there is no sandbox; the pages are our own.
  return chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--font-render-hinting=none"],
  });
}

/** What axe-core finds serious or critical, one line each. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  // By the protocol of the browser, which the content security policy of the page does not concern.
  await page.evaluate(axeSource);
  const { violations } = await page.evaluate(() => (globalThis as unknown as WithAxe).axe.run());
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

interface WithAxe {
  readonly axe: { run(): Promise<{ violations: readonly Violation[] }> };
}

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** By how many pixels a page is wider than its window. */
export function overhang(page: Page): Promise<number> {
  return page.evaluate("document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth");
}

/** A browser notes every refusal of a request: also that there are no sandboxes to choose from. */
function isOfDifference(message: string): boolean {
  return (
    message.includes("status of 501") &&
    differsHere("snapshots and sandboxes live in the memory of one process")
  );
}
