/** The console in a real browser: the work of testers, on a large and a small screen, by keyboard. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Locator, Page } from "playwright-core";
import { stringify } from "yaml";
import { accessibilityProblems, overhang, pointerProblems, useBrowser } from "../browser.js";
import { startShop, type Shop } from "../../support/shop.js";
import { differsHere } from "../../support/storages.js";

const browser = useBrowser();
let shop: Shop;

beforeAll(async () => {
  shop = await startShop({ dataset: "sample" });
});

beforeEach(async () => {
  await shop.reset();
});

afterAll(() => shop.close());

const open = (path: string, size: "desk" | "phone" = "desk") =>
  browser.open(`${shop.url}/console#/${path}`, { size });

/** In the same way as a user without a mouse. */
async function press(target: Locator, key = "Enter"): Promise<void> {
  await target.focus();
  await target.press(key);
}

/** The link of a call in the table of calls. */
const call = (page: Page, row: RegExp) => page.getByRole("row", { name: row }).getByRole("link");

/** Waits for the state in the heading of an order. */
const orderState = (page: Page, state: string) => page.locator("h1", { hasText: state }).waitFor();

/** Follows a link of the navigation, on a phone by its menu. */
async function goTo(page: Page, name: string): Promise<void> {
  const link = page.locator(".ways").getByRole("link", { name, exact: true });
  if (!(await link.isVisible())) await press(page.getByRole("button", { name: "Menu" }));
  await press(link);
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: typeof name === "string" });

describe.each(["desk", "phone"] as const)("a day of testing on a %s, by keyboard", (size) => {
  test("an order is placed, half of it is shipped, and its message is read", async () => {
    const { page, problems } = await open("orders", size);
    await press(page.getByRole("link", { name: "Place an order" }));
    await page.getByLabel("Find a product by its SKU or name").pressSequentially("mug");
    await press(button(page, "Add mug-01"));
    await press(button(page, "Add mug-01"));
    await page.getByLabel("Buyer").fill("anna.becker@example.com");
    await press(button(page, "Place the order"));
    await page.getByRole("heading", { name: /^Order 1\d+ new$/ }).waitFor();
    await orderState(page, "new");

    await press(button(page, "Ship"));
    const form = page.getByRole("form", { name: "Ship" });
    const quantity = form.getByRole("spinbutton");
    expect(await quantity.inputValue()).toBe("2");
    await quantity.fill("1");
    await press(form.getByLabel("notify the customer by mail"), "Space");
    await press(button(page, "Ship").last());
    await page.getByText(/sales_order_shipment\.create returned/).waitFor();
    await orderState(page, "processing");

    await press(page.getByText("sales_order_shipment.create as code"));
    const actions = page.getByRole("region", { name: "What can be done" });
    expect(await actions.locator("pre").textContent()).toContain('"itemsQty":[{');
    await press(page.getByRole("link", { name: "mail of this order" }));
    const letter = page.frameLocator("iframe");
    await letter.getByText("Mug", { exact: false }).first().waitFor();
    await press(button(page, "Headers"));
    expect(await page.getByRole("article").textContent()).toContain("anna.becker@example.com");
    expect(problems).toEqual([]);
  });

  test.skipIf(differsHere("snapshots and sandboxes exist in the memory of one process"))(
    "a fault is forced, found in the journal, copied as code, and the shop restored",
    async () => {
      const { page } = await open("state", size);
      await page.getByRole("form", { name: "Take a snapshot" }).getByLabel("Name").fill("before");
      await press(button(page, "Take a snapshot"));
      await page.getByText("Snapshot before was taken.").waitFor();

      await goTo(page, "Orders");
      await press(page.getByRole("link", { name: "100000001" }));
      await button(page, "Hold").waitFor();
      await shop.call("sales_order.hold", ["100000001"]);
      // Changes by another program are visible at once.
      await orderState(page, "holded");

      await goTo(page, "Calls");
      await press(call(page, /sales_order\.hold/));
      const detail = page.getByRole("region", { name: /^Call \d+/ });
      expect(await detail.getByLabel("Changes").textContent()).toMatch(
        /^orders\/\d+ state "new" → "holded"$/m,
      );
      await detail.getByLabel("Fault").selectOption("order_not_holdable");
      await press(button(page, "Force this fault next time"));
      await page.getByText("The next call of sales_order.hold will fail with order_not_holdable.").waitFor();
      await press(button(page, "Send again"));
      await page.getByText("Sent again: HTTP 409").waitFor();
      await press(call(page, /sales_order\.hold.*order_not_holdable.*forced/));
      const advice = detail.locator("p").first().getByRole("link", { name: "order_not_holdable" });
      expect(await advice.getAttribute("href")).toMatch(/\/docs\/faults#order_not_holdable$/);
      await press(detail.getByText("sales_order.hold as code"));
      await detail.getByLabel("Language").selectOption("Python");
      expect(await detail.locator(".call-code pre").textContent()).toContain(
        "shop.sales_order.hold(order_increment_id=",
      );

      await goTo(page, "State");
      await press(button(page, "Restore before"));
      await press(page.getByRole("dialog").getByRole("button", { name: "Restore before" }));
      await page.getByText("The shop was restored from before.").waitFor();
      await goTo(page, "Orders");
      await press(page.getByRole("link", { name: "100000001" }));
      await orderState(page, "new");
    },
  );

  test.skipIf(differsHere("each process has its own journal, metrics and load limits"))(
    "the clock moves past the lifetime of sessions, and the console continues",
    async () => {
      const { page } = await open("orders", size);
      await page.getByRole("link", { name: "100000001" }).waitFor();
      await goTo(page, "Clock and gateway");
      const time = page.locator("time");
      const before = await time.textContent();
      await press(button(page, "+1 day"));
      await expect.poll(() => time.textContent()).not.toBe(before);
      await goTo(page, "Products");
      await page.getByRole("link", { name: "mug-01" }).waitFor();
      const { json } = await shop.http("GET", "/control/calls?fault=session_expired&door=console");
      expect((json as { operation: string }[])[0]?.operation).toBe("catalog_product.list");
    },
  );
});

const everyView = [
  "orders",
  "orders/100000003",
  "new-order",
  "invoices/100000001",
  "products",
  "products/1",
  "categories/3",
  "customers/1",
  "mail",
  "calls",
  "faults",
  "time",
  "users",
  "state",
];

/** On PostgreSQL the view of the state shows that there are no snapshots and no sandboxes. */
const views = everyView.filter(
  (view) => view !== "state" || !differsHere("snapshots and sandboxes exist in the memory of one process"),
);

describe.each(views)("%s", (path) => {
  test("is readable on every screen, in light and dark mode", async () => {
    for (const size of ["desk", "phone"] as const) {
      const { page, problems, asked } = await browser.open(`${shop.url}/console#/${path}`, {
        ...{ size, dark: size === "phone" },
      });
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.getByText("Loading …").first().waitFor({ state: "detached" });
      expect(await page.getByRole("alert").allTextContents()).not.toContainEqual(expect.stringMatching(/\S/));
      expect(await overhang(page)).toBe(0);
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(problems).toEqual([]);
      expect(asked.filter((address) => !address.startsWith(shop.url))).toEqual([]);
    }
  });
});

describe.each(["orders", "orders/100000001", "calls/2", "faults", "state"])("%s", (path) => {
  test("controls are readable under the pointer and show their focus", async () => {
    await shop.call("catalog_product.info", [1]);
    await shop.http("POST", "/control/faults", { body: { operation: "customer.list", fault: "internal" } });
    for (const { size, dark } of [
      { size: "desk", dark: false },
      { size: "phone", dark: true },
    ] as const) {
      const { page } = await browser.open(`${shop.url}/console#/${path}`, { size, dark });
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.getByText("Loading …").first().waitFor({ state: "detached" });
      expect(await pointerProblems(page)).toEqual([]);
      expect(await overhang(page)).toBe(0);
      await page.context().close();
    }
  });
});

const oneProcess = !differsHere("snapshots and sandboxes exist in the memory of one process");

describe.runIf(oneProcess).each(["desk", "phone"] as const)("what throws something away, on a %s", (size) => {
  test("asks for confirmation, and can be undone", async () => {
    const { page } = await open("orders/100000001", size);
    await press(button(page, "Cancel"));
    await press(button(page, "Keep everything as it is"));
    await press(button(page, "Cancel"));
    await press(page.getByRole("dialog").getByRole("button", { name: "Cancel order 100000001" }));
    await orderState(page, "canceled");
    await press(button(page, "Undo"));
    await orderState(page, "new");
    const order = await shop.call("sales_order.info", ["100000001"], await shop.login());
    expect(order).toMatchObject({ state: "new" });
  });

  test("a reset asks for confirmation, and can be undone", async () => {
    await shop.call("catalog_product.update", [1, { name: "Blue Mug" }]);
    const { page } = await open("state", size);
    await press(button(page, "Reset"));
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await shop.call("catalog_product.info", [1])).toMatchObject({ name: "Blue Mug" });
    await press(button(page, "Reset"));
    await press(page.getByRole("dialog").getByRole("button", { name: "Reset" }));
    await button(page, "Undo").waitFor();
    // Undo ends sessions.
    const name = async () => {
      const found = await shop.call("catalog_product.info", [1], await shop.login());
      return (found as { readonly name: string }).name;
    };
    expect(await name()).toBe("Stoneware Mug");
    await press(button(page, "Undo"));
    await page.getByText("Undone").waitFor();
    expect(await name()).toBe("Blue Mug");
  });
});

describe.runIf(oneProcess)("a file, which the service reads,", () => {
  const importFile = async (page: Page, name: string, text: string) => {
    await page.locator("input[type=file]").setInputFiles({ name, mimeType: "", buffer: Buffer.from(text) });
    await press(button(page, "Import and replace the current state"));
    await press(page.getByRole("dialog").getByRole("button", { name: "Import" }));
  };
  const stateAs = async (type: string) =>
    (await shop.http("GET", "/control/state", { headers: { Accept: type } })).text;
  const productName = async () =>
    ((await shop.call("catalog_product.info", [1], await shop.login())) as { readonly name: string }).name;

  test.each([
    { name: "shop.json", text: () => stateAs("application/json") },
    { name: "shop.jsonl", text: () => stateAs("application/jsonl") },
    { name: "shop.yaml", text: async () => stringify(JSON.parse(await stateAs("application/json"))) },
    { name: "SHOP.YML", text: async () => stringify(JSON.parse(await stateAs("application/json"))) },
  ])("$name replaces the state, and the import can be undone", async ({ name, text }) => {
    const before = await text();
    await shop.call("catalog_product.update", [1, { name: "Blue Mug" }]);
    const { page, problems } = await open("state");
    await importFile(page, name, before);
    await page.getByText(`The shop was imported from ${name}.`).waitFor();
    expect(await productName()).toBe("Stoneware Mug");
    await press(button(page, "Undo"));
    await page.getByText("Undone").waitFor();
    expect(await productName()).toBe("Blue Mug");
    expect(problems).toEqual([]);
  });

  test.each([
    {
      name: "shop.yaml",
      text: "calls:\n  - call: [customer.list\n  - x: 1\n",
      says: /is not valid YAML .*line \d/,
    },
    { name: "shop.jsonl", text: '{"state":1}\n{"collection":', says: /not valid JSON/ },
    { name: "shop.json", text: "calls: []", says: /is not valid JSON/ },
    { name: "shop.json", text: '{"calls":[{"call":"no.such"}]}', says: /no\.such/ },
  ])(
    "$name that is wrong ($text) is refused with the reason, and changes nothing",
    async ({ name, text, says }) => {
      await shop.call("catalog_product.update", [1, { name: "Blue Mug" }]);
      const { page } = await open("state");
      await importFile(page, name, text);
      await page.getByRole("alert").getByText(says).waitFor();
      expect(await button(page, "Undo").count()).toBe(0);
      expect(await productName()).toBe("Blue Mug");
    },
  );
});

test("the tree of categories begins below the heading, and a chosen category is beside it", async () => {
  const { page } = await open("categories");
  const left = async (target: Locator) => (await target.boundingBox())?.x;
  const tree = page.getByRole("navigation", { name: "Category tree" });
  await tree.waitFor();
  expect(await left(tree)).toBe(await left(page.getByRole("heading", { name: "Categories" })));
  await press(tree.getByRole("link", { name: "Kitchen" }));
  const chosen = page.getByRole("region", { name: "Category 3" });
  await chosen.waitFor();
  const [one, other] = [await tree.boundingBox(), await chosen.boundingBox()];
  expect(other?.x).toBeGreaterThan((one?.x ?? 0) + (one?.width ?? 0));
  expect(other?.y).toBeLessThan((one?.y ?? 0) + 100);
});

test.each([
  { times: "", says: "The gateway answers fail to the next call." },
  { times: "2", says: "The gateway answers fail to the next 2 calls." },
  { times: "0", says: "The gateway answers fail to all calls." },
])("the gateway says what it will answer: times $times", async ({ times, says }) => {
  const { page } = await open("time");
  const form = page.getByRole("form", { name: "Answers of the gateway" });
  await form.getByLabel("It answers").selectOption("fail");
  await form.getByLabel("Times").fill(times);
  await press(form.getByRole("button", { name: "Set" }));
  await form.getByText(says).waitFor();
});

test("an address without a view says so", async () => {
  const { page } = await open("ordres/100000001");
  await page.getByRole("heading", { name: "No such view" }).waitFor();
  await page.getByText("#/ordres/100000001").waitFor();
});

test("on a phone, one button opens the navigation, and rows are cards with all their columns", async () => {
  const { page } = await open("orders", "phone");
  const link = page.getByRole("link", { name: "State", exact: true });
  expect(await link.isVisible()).toBe(false);
  await press(button(page, "Menu"));
  await press(link);
  await page.getByRole("heading", { name: "State", exact: true }).waitFor();
  expect(await link.isVisible()).toBe(false);
  await page.goto(`${shop.url}/console#/orders`);
  const placed = page.getByRole("cell", { name: "2024-01-15 10:30:00" });
  await placed.waitFor();
  const { x, width } = (await placed.boundingBox()) ?? { x: NaN, width: NaN };
  expect(x).toBeGreaterThanOrEqual(0);
  expect(x + width).toBeLessThanOrEqual(360);
});

test("an order begins with its life, the moves that are offered, and its items", async () => {
  const { page } = await open("orders/100000003");
  const life = page.getByRole("list", { name: "Life of the order" }).getByRole("listitem");
  await life.first().waitFor();
  expect((await life.allTextContents()).map((step) => /^\w+/.exec(step)?.[0])).toEqual([
    ...["pending", "processing", "complete"],
  ]);
  const moves = page.getByRole("region", { name: "What can be done" }).getByRole("button");
  expect(await moves.allTextContents()).toEqual(["Refund", "Comment"]);
  const items = page.getByRole("region", { name: "Items" });
  expect(await items.textContent()).toContain("mug-01");
  expect((await items.boundingBox())?.y).toBeLessThan(450);
});

test("a product has groups with labels, nothing empty, store views side by side, and is changed in place", async () => {
  const { page } = await open("products/2");
  const stock = page.getByRole("region", { name: "Stock" });
  await page.getByRole("region", { name: "General" }).getByText("Catalog, Search").waitFor();
  expect(await page.locator("dd").filter({ hasText: /^$/ }).count()).toBe(0);
  await page
    .getByRole("row", { name: "name Espresso Cup Espresso Cup Espresso Cup Espressotasse" })
    .waitFor();
  await press(button(page, "Edit qty"));
  const form = page.getByRole("form", { name: "Change qty" });
  await form.getByRole("textbox").fill("x");
  await page.keyboard.press("Enter");
  await form.getByRole("alert").getByText("qty").waitFor();
  await form.getByRole("textbox").fill("1234");
  await page.keyboard.press("Enter");
  await stock.getByText("1234").waitFor();
  expect(await shop.call("cataloginventory_stock_item.list", [[2]])).toMatchObject([{ qty: 1234 }]);
  await press(button(page, "Edit visibility"));
  await page.getByRole("combobox", { name: "visibility" }).selectOption({ label: "Search" });
  await press(page.getByRole("form", { name: "Change visibility" }).getByRole("button", { name: "Save" }));
  await page.getByRole("region", { name: "General" }).getByText("Search 3").waitFor();
  expect(await shop.call("catalog_product.info", [2])).toMatchObject({ visibility: 3 });

  await goTo(page, "Products");
  await page.getByRole("searchbox").fill("mug-02");
  await page.getByText("1 found").waitFor();
  await page.getByRole("row", { name: "2 mug-02 Espresso Cup simple 8.90 1,234 5" }).waitFor();
});

test("a new order loads a page of products, however many there are, and shows price and stock", async () => {
  const product = (number: number) => [
    ...["simple", 4, `many-${number}`],
    { name: `Many ${"of a long name ".repeat(10)}${number}`, price: 2, stock_data: { qty: 3 } },
  ];
  for (let batch = 0; batch < 20; batch += 1) {
    const calls = Array.from({ length: 50 }, (_, index) => [
      ...["catalog_product.create", product(50 * batch + index)],
    ]);
    await shop.rpc("multiCall", [await shop.session(), calls]);
  }
  const { page } = await browser.open("about:blank");
  let bytes = 0;
  page.on("response", (response) => {
    if (!response.url().includes("/api/")) return;
    void response.body().then(
      ({ length }) => (bytes += length),
      () => {},
    );
  });
  await page.goto(`${shop.url}/console#/new-order`);
  await page.getByRole("searchbox").fill("many-999");
  await page.getByRole("row", { name: /many-999 .* 2\.00 3$/ }).waitFor();
  expect(bytes).toBeGreaterThan(1000);
  expect(bytes).toBeLessThan(60_000);
});

test("the form of a rule begins with operation, answer, fault and times; the rest opens on demand or if it is wrong", async () => {
  const { page } = await open("faults");
  const form = page.getByRole("form", { name: "A new rule" });
  await form.locator("select[name=fault] option").first().waitFor({ state: "attached" });
  const visible = form.locator("input, select, textarea").filter({ visible: true });
  const names = await visible.evaluateAll((all) =>
    all.map(
      (one) =>
        (one as unknown as { closest(where: string): { textContent: string } }).closest("label").textContent,
    ),
  );
  expect(names.map((name) => /^(Operation|Response|Fault|Times)/.exec(name)?.[0])).toEqual([
    ...["Operation", "Response", "Fault", "Times"],
  ]);
  await form.getByText("Which calls, when and how").click();
  await form.locator("[name=probability]").fill("5");
  await form.getByText("Which calls, when and how").click();
  await press(button(page, "Add the rule"));
  await form.locator("[name=probability]").waitFor();
});

describe.runIf(oneProcess)("calls", () => {
  test("are shown as they were transmitted, with their subject and the rule that answered", async () => {
    await shop.http("POST", "/control/faults", {
      body: { operation: "sales_order.hold", fault: "order_not_holdable" },
    });
    await shop.call("sales_order.hold", ["100000001"]).catch(() => {});
    const { page } = await open("calls");
    await press(call(page, /sales_order\.hold.*forced by rule/));
    const detail = page.getByRole("region", { name: /^Call \d+/ });
    const sent = detail.locator("pre");
    await sent.getByText("POST /api/jsonrpc").waitFor();
    await sent.getByText("HTTP 200").waitFor();
    expect(await sent.filter({ hasText: "HTTP 200" }).textContent()).toContain(
      '"fault":"order_not_holdable"',
    );
    await press(detail.getByRole("link", { name: /^rule \d+$/ }));
    await page.getByRole("heading", { name: "Faults" }).waitFor();
    expect(await page.getByRole("table").textContent()).toContain("1 of 1");
    await page.goBack();
    await press(detail.getByRole("link", { name: "order 100000001" }));
    await press(page.getByRole("link", { name: "calls about this order" }));
    await call(page, /sales_order\.hold/).waitFor();
  });

  test("that reached no operation show the most similar one; those of the console are shown on request", async () => {
    const { page } = await open("calls");
    await shop.http("POST", "/api/rpc/catalog_product.inf", { body: {} });
    await page.getByText("the nearest is catalog_product.info").waitFor();
    await page.goto(`${shop.url}/console#/products`);
    await page.getByRole("link", { name: "mug-01" }).waitFor();
    await goTo(page, "Calls");
    await call(page, /no operation/).waitFor();
    expect(await call(page, /catalog_product\.list/).count()).toBe(0);
    await page.getByLabel("this console too").check();
    await call(page, /catalog_product\.list console/)
      .first()
      .waitFor();
  });

  test("of the console that only read use up no rule", async () => {
    await shop.http("POST", "/control/faults", { body: { operation: "*", fault: "internal" } });
    const { page } = await open("products");
    await page.getByRole("link", { name: "mug-01" }).waitFor();
    await expect(shop.call("catalog_product.info", [1])).rejects.toMatchObject({ fault: "internal" });
  });
});

test.runIf(oneProcess)(
  "25 calls fit on a screen, each with its reason; those of sandboxes are grouped",
  async () => {
    await shop.http("POST", "/control/sandboxes", { body: { name: "green" } });
    await shop.call("catalog_product.info", [4711]).catch(() => {});
    const headers = { "X-Sandbox": "green" };
    await shop.http("POST", "/api/rpc/catalog_product.inf", { headers, body: {} });
    for (let count = 0; count < 26; count += 1) await shop.call("catalog_product.info", [1]);
    const { page } = await open("calls");
    const row = page.getByRole("row", { name: /product_not_exists There is no such product/ });
    await row.waitFor();
    expect(await row.textContent()).not.toContain("HTTP");
    const last = await page.getByRole("row").nth(25).boundingBox();
    expect((last?.y ?? NaN) + (last?.height ?? NaN)).toBeLessThan(900);
    await page.getByLabel("sandboxes too").check();
    const group = page.locator("tbody", { hasText: "green" });
    await group.getByRole("link", { name: "no operation" }).click();
    await page.waitForURL(/\/sandbox\/green\/console#\/calls\/1$/);
    await page.getByRole("region", { name: "Call 1" }).waitFor();
  },
);

test("a view takes the focus when it appears, and not from what is focused after that", async () => {
  const { page } = await open("orders");
  await page.getByRole("link", { name: "100000001" }).waitFor();
  // A text, since the types of a page are not known here.
  const focused = await page.evaluate(`(async () => {
    location.hash = "#/products";
    await new Promise((resolve) => addEventListener("hashchange", resolve, { once: true }));
    await new Promise((resolve) => setTimeout(resolve));
    const atFirst = document.activeElement?.id;
    document.querySelector(".ways a")?.focus();
    await new Promise((resolve) => setTimeout(resolve, 300));
    return [atFirst, document.activeElement?.textContent];
  })()`);
  expect(focused).toEqual(["view", "Orders"]);
});

test.runIf(oneProcess)("the form can set a rule of every kind", async () => {
  const { page } = await open("faults");
  const form = page.getByRole("form", { name: "A new rule" });
  const add = async (number: number) => {
    await press(button(page, "Add the rule"));
    await form.getByText(new RegExp(`^Rule \\d+ was set`)).waitFor();
    await expect
      .poll(async () => ((await shop.http("GET", "/control/faults")).json as unknown[]).length)
      .toBe(number);
    const rules = (await shop.http("GET", "/control/faults")).json as unknown[];
    return rules[number - 1];
  };
  await form.locator("select[name=fault]").selectOption("product_not_exists");
  await form.getByText("Which calls, when and how").click();
  await form.getByLabel("Only when parameters").fill('{"productId":7}');
  await form.getByLabel("Only the n-th call").fill("3");
  expect(await add(1)).toMatchObject({ fault: "product_not_exists", match: { productId: 7 }, nth: 3 });

  await form.getByLabel("Only the n-th call").fill("");
  await form.getByLabel("Response").selectOption("http");
  await form.getByRole("spinbutton", { name: "HTTP status" }).fill("502");
  await form.locator("select[name=body]").selectOption("html");
  await form.locator("[name=probability]").fill("0.5");
  await form.locator("[name=seed]").fill("7");
  await form.locator("[name=delay]").fill("10-20");
  expect(await add(2)).toMatchObject({
    http: { status: 502 },
    ...{ body: "html", probability: 0.5, seed: 7, delay_ms: { min: 10, max: 20 } },
  });

  await form.locator("[name=probability]").fill("");
  await form.locator("[name=seed]").fill("");
  await form.getByLabel("Response").selectOption("drop");
  await form.locator("select[name=when]").selectOption("after");
  expect(await add(3)).toMatchObject({ drop: true, when: "after" });

  await form.locator("select[name=when]").selectOption("");
  await form.locator("[list=rule-targets]").fill("giftcard.info");
  await form.getByLabel("Only when parameters").fill("");
  await form.getByLabel("an operation that the contracts do not have").check();
  await form.getByLabel("Response").selectOption("result");
  await form.getByRole("textbox", { name: "Result" }).fill('{"balance":20}');
  expect(await add(4)).toMatchObject({
    operation: "giftcard.info",
    undeclared: true,
    result: { balance: 20 },
  });

  await form.getByLabel("an operation that the contracts do not have").uncheck();
  await press(button(page, "Add the rule"));
  await form.getByRole("alert").getByText("giftcard.info").waitFor();
  await form.getByRole("textbox", { name: "Result" }).fill("{");
  await press(button(page, "Add the rule"));
  await form.getByRole("alert").getByText("Result: this is not valid JSON").waitFor();
});

test.runIf(oneProcess)("the console shows that the server is unreachable, and reconnects", async () => {
  const first = await startShop({ dataset: "sample" });
  const { page } = await browser.open(`${first.url}/console#/orders`);
  await page.getByRole("status").getByText("connected", { exact: true }).waitFor();
  await page.getByRole("link", { name: "100000001" }).waitFor();
  await first.close();
  await page.getByText("no connection, trying again").waitFor();
  await page.getByRole("link", { name: "100000001" }).waitFor();

  const second = await startShop({ dataset: "sample", settings: { port: Number(new URL(first.url).port) } });
  try {
    await page.getByRole("status").getByText("connected", { exact: true }).waitFor();
    const { json } = await second.http("POST", "/control/orders", {
      body: { customer_id: 1, items: [{ sku: "mug-01", qty: 1 }] },
    });
    const { increment_id } = json as { increment_id: string };
    await page.getByRole("link", { name: increment_id }).waitFor();
    const newest = page.getByRole("table").getByRole("link").first();
    expect(await newest.textContent()).toBe(increment_id);
  } finally {
    await second.close();
  }
});

test.skipIf(differsHere("each process has its own journal, metrics and load limits"))(
  "filters are those of the API",
  async () => {
    const { page } = await open("products");
    await press(button(page, "Filter"));
    await page.getByLabel("Field").selectOption("sku");
    await page.getByLabel("Condition").selectOption("like");
    await page.getByLabel("Value").fill("mug-0%");
    await press(button(page, "Add"));
    await page.getByText("sku is like mug-0%").waitFor();
    const latest = async () =>
      (await shop.http("GET", "/control/calls?operation=catalog_product.list&limit=1&door=console")).json;
    await expect.poll(latest).toMatchObject([{ arguments: { filters: { sku: { like: "mug-0%" } } } }]);
    await press(button(page, /remove this filter/));
    await expect.poll(latest).toMatchObject([{ arguments: {} }]);
  },
);

test.skipIf(differsHere("snapshots and sandboxes exist in the memory of one process"))(
  "it works inside a sandbox, which is selected at the top",
  async () => {
    await shop.http("POST", "/control/sandboxes", { body: { name: "blue" } });
    const { page } = await open("orders");
    await page.getByRole("combobox", { name: "Shop or sandbox" }).selectOption("blue");
    await page.waitForURL(`${shop.url}/sandbox/blue/console`);
    await press(page.getByRole("link", { name: "100000001" }));
    await press(button(page, "Hold"));
    await orderState(page, "holded");
    const info = await shop.call("sales_order.info", ["100000001"]);
    expect(info).toMatchObject({ state: "new" });
  },
);

test.skipIf(differsHere("each process has its own journal, metrics and load limits"))(
  "two answers are compared line by line",
  async () => {
    await shop.call("catalog_product.info", [1, null, ["name"]]);
    await shop.call("catalog_product.info", [2, null, ["name"]]);
    const { page } = await open("calls");
    const calls = call(page, /catalog_product\.info/);
    await press(calls.nth(1));
    await press(button(page, "Compare with"));
    await press(calls.nth(0));
    expect(await page.locator(".difference .gone").first().textContent()).toContain('"product_id": 1');
    expect(await page.locator(".difference .come").first().textContent()).toContain('"product_id": 2');
  },
);

test("scripts that are stored in the shop stay text", async () => {
  const script = `"><img src=x onerror="document.title='taken'"><script>document.title='taken'</script>`;
  const customerId = await shop.call("customer.create", [
    {
      email: "x@example.com",
      firstname: script,
      lastname: script,
      password: "secret123",
      website_id: 1,
      group_id: 1,
    },
  ]);
  const product = await shop.call("catalog_product.create", [
    "simple",
    4,
    "script",
    {
      name: script,
      meta_title: script,
      url_key: "script",
      price: 1,
      website_ids: [1],
      stock_data: { qty: 5 },
    },
  ]);
  await shop.call("sales_order.addComment", ["100000001", "pending", script, true]);
  await shop.call("catalog_category.update", [3, { name: script }]);
  for (const path of [
    "products",
    `products/${String(product)}`,
    "customers",
    `customers/${String(customerId)}`,
  ]) {
    const { page, problems } = await open(path);
    await page.getByText("document.title='taken'", { exact: false }).first().waitFor();
    expect(await page.title()).not.toBe("taken");
    expect(problems).toEqual([]);
  }
  for (const path of ["orders/100000001", "categories/3", "mail", "calls"]) {
    const { page, problems } = await open(path);
    await page.waitForTimeout(300);
    expect(await page.title()).not.toBe("taken");
    expect(problems).toEqual([]);
  }
});
