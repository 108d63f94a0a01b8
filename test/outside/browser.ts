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
import { access, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import packed from "@sparticuz/chromium";
import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { differsHere } from "../support/storages.js";

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

/** The browser is packed in its package; it is unpacked once, beside the packages, by whoever comes first. */
async function unpackedBrowser(): Promise<string> {
  const packageFile = new URL("node_modules/@sparticuz/chromium/package.json", import.meta.url);
  const { version } = JSON.parse(readFileSync(packageFile, "utf8")) as { version: string };
  const cache = fileURLToPath(new URL("node_modules/.cache/", import.meta.url));
  const folder = join(cache, `chromium-${version}`);
  const program = join(folder, "chromium");
  if (await exists(program)) return program;
  await mkdir(cache, { recursive: true });
  const own = await mkdtemp(join(cache, "unpacking-"));
  const before = process.env.TMPDIR;
  // The package unpacks into the folder for temporary files.
  process.env.TMPDIR = own;
  try {
    await packed.executablePath();
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
  try {
    await rename(own, folder);
  } catch (error) {
    await rm(own, { recursive: true, force: true });
    // Another test file was faster.
    if (!(await exists(program))) throw error;
  }
  return program;
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
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
