/** The start page in a real browser, and how pages and their files are served. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accessibilityProblems, overhang, sizes, useBrowser } from "../browser.js";
import { startShop, type Shop } from "../../support/shop.js";
import { differsHere } from "../../support/storages.js";

const browser = useBrowser();
let shop: Shop;

beforeAll(async () => {
  shop = await startShop({ dataset: "sample" });
});

afterAll(() => shop.close());

describe("the start page", () => {
  test.each(["phone", "desk"] as const)("on a %s: readable, complete, nothing refused", async (size) => {
    for (const dark of [false, true]) {
      const { page, problems, asked } = await browser.open(shop.url, { size, dark });
      expect(await page.locator("h1").textContent()).toBe("Store Management API");
      expect(await overhang(page)).toBe(0);
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(problems).toEqual([]);
      expect(asked.filter((address) => !address.startsWith(shop.url))).toEqual([]);
      expect(page.viewportSize()).toEqual(sizes[size]);
    }
  });

  test.skipIf(differsHere("snapshots and sandboxes exist in the memory of one process"))(
    "shows the state of the server",
    async () => {
      await shop.http("POST", "/control/sandboxes", { body: { name: "green" } });
      const { page } = await browser.open(shop.url);
      const facts = (await page.locator(".facts").textContent()) ?? "";
      expect(facts).toContain("2025-06-01 12:00:00 UTC, frozen");
      expect(facts).toContain("sample");
      expect(facts).toContain("25 orders, 49 products, 8 customers");
      expect(facts).toContain("createSandbox at 2025-06-01 12:00:00");
      await page.getByRole("link", { name: "green" }).click();
      await page.waitForURL(`${shop.url}/sandbox/green/`);
      expect(await page.locator(".top").textContent()).toContain("sandbox green");
      expect(await page.locator("pre").first().textContent()).toContain(`${shop.url}/sandbox/green/api/`);
    },
  );

  test("shows one language at a time, chosen by keyboard, and remembers it", async () => {
    const { page } = await browser.open(shop.url);
    const tab = (name: string) => page.getByRole("tab", { name, exact: true });
    await tab("curl").focus();
    await page.keyboard.press("ArrowRight");
    expect(await tab("TypeScript").getAttribute("aria-selected")).toBe("true");
    expect(await page.getByRole("tabpanel").count()).toBe(1);
    await page.reload();
    expect(await tab("TypeScript").getAttribute("aria-selected")).toBe("true");
  });

  test("does not show its state to those who may not use the control", async () => {
    const { text } = await shop.http("GET", "/", {
      headers: { Accept: "text/html", "X-Forwarded-For": "203.0.113.9" },
    });
    expect(text).toContain("<h1>");
    expect(text).not.toContain("Dataset");
  });
});

describe("files of pages", () => {
  const styleAddress = async () => {
    const { text } = await shop.http("GET", "/", { headers: { Accept: "text/html" } });
    return `/${/href="\.\/(assets\/look-\w+\.css)"/.exec(text)?.[1]}`;
  };

  test.each(["br", "gzip", "identity"])("are sent as %s and kept for ever", async (encoding) => {
    const address = await styleAddress();
    const headers = { "Accept-Encoding": encoding };
    const { status, headers: got, text } = await shop.http("GET", address, { headers });
    expect(status).toBe(200);
    expect(got.get("Content-Encoding")).toBe(encoding === "identity" ? null : encoding);
    expect(got.get("Cache-Control")).toContain("immutable");
    expect(got.get("Vary")).toContain("Accept-Encoding");
    expect(text).toContain("--accent");
    const again = { ...headers, "If-None-Match": got.get("ETag") ?? "", "Cache-Control": "max-age=0" };
    expect((await shop.http("GET", address, { headers: again })).status).toBe(304);
  });

  test.each(["/assets/look.css", "/assets/..%2fmanifest.json", "/assets/", "/assets/x-00000000.js"])(
    "%s is not a file of the pages",
    async (path) => expect((await shop.http("GET", path)).status).toBe(404),
  );
});

describe("with a control token", () => {
  test("a page asks for it once", async () => {
    const guarded = await startShop({ settings: { controlToken: "let-me-in-at-once" } });
    try {
      const { page } = await browser.open(`${guarded.url}/docs`);
      await page.getByLabel("Control token").fill("wrong");
      await page.keyboard.press("Enter");
      await page.getByText("This is not the control token.").waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.getByLabel("Control token").fill("let-me-in-at-once");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Documentation" }).waitFor();
      expect(await page.getByLabel("Control token").count()).toBe(0);
    } finally {
      await guarded.close();
    }
  });
});
