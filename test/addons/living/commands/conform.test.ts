/** `conform --key` with the stand-in for a living shop, and with a shop whose door cannot be used. */
import { createServer, type Server } from "node:http";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { needsOf } from "../../../../src/addons/living/conformance/calls.js";
import { readGoldenFiles } from "../../../../src/addons/living/conformance/golden.js";
import { shopContract } from "../../../../src/shop/contract.js";
import { startShop, type Shop } from "../../../support/shop.js";
import { startLaxShop } from "../lax-shop.js";
import { listening, running } from "../servers.js";
import { startTape, TapeCrash, TapeFault, type Tape } from "../tape.js";

async function conform(...argv: string[]): Promise<{ code: number; text: string }> {
  const { code, text, error } = await running(["conform", "--user", "api", "--key", "key-of-api", ...argv]);
  return { code, text: text + error };
}

describe("a shop as it was recorded", () => {
  let tape: Tape;
  beforeEach(async () => {
    tape = await startTape({ hasNoAnswer: true });
  });
  afterEach(() => tape.close());

  test.each(["xmlrpc", "soap_v2"])(
    "by %s, nothing fails; what it does not answer counts apart",
    async (door) => {
      const { code, text } = await conform("--url", tape.url, "--door", door);
      const counts =
        /golden files: (\d+) passed, (\d+) decided, (\d+) failed, (\d+) unanswered, (\d+) not/.exec(text);
      const [passed, decided, failed, unanswered] = (counts ?? []).slice(1).map(Number);
      expect(text.split("\n").filter((line) => line.startsWith("FAIL"))).toEqual([]);
      expect(failed).toBe(0);
      expect((passed ?? 0) + (decided ?? 0)).toBeGreaterThan(15);
      expect(unanswered).toBeGreaterThan(0);
      expect(text.match(/^Not answered: .*: HTTP 501, no answer of this door$/gm)).toHaveLength(
        unanswered ?? 0,
      );
      expect(code).toBe(0);
    },
  );

  test("where nothing can be judged, the command fails", async () => {
    const { code, text } = await conform("--url", tape.url, "--only", "catalog_product.create");
    expect(text).toContain("nothing was compared: no golden file could be judged");
    expect(code).toBe(1);
  });
});

/** The operations whose golden files create orders by a cart. */
const ordering = [
  ...new Set(
    readGoldenFiles()
      .filter((file) => {
        const { control, writesOrders } = needsOf(file, shopContract);
        return writesOrders && control === undefined && !/^(cart|giftmessage)/.test(file.operation);
      })
      .map(({ operation }) => operation),
  ),
];

const user = ["--user", "admin", "--key", "admin123"];

describe("--write-orders", () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startShop({ dataset: "sample" });
  });
  afterAll(() => shop.close());

  type Row = Readonly<Record<string, unknown>>;

  /** The rows of the shop, by collection. */
  async function rows(): Promise<(collection: string) => Row[]> {
    const { text } = await shop.http("GET", "/control/state", { headers: { Accept: "application/jsonl" } });
    const lines = text.trim().split("\n");
    const all = lines.map((line) => JSON.parse(line) as { collection?: string; doc?: Row });
    return (collection) => all.flatMap((one) => (one.collection === collection && one.doc ? [one.doc] : []));
  }

  test("concerns orders from the cart to the refund", () => {
    expect(ordering).toEqual(
      expect.arrayContaining([
        ...["sales_order.addComment", "sales_order.cancel", "sales_order.hold"],
        ...["sales_order_invoice.create", "sales_order_shipment.create", "sales_order_creditmemo.create"],
      ]),
    );
  });

  describe.each(["xmlrpc", "soap", "soap_v2", "jsonrpc"])("by %s", (door) => {
    test.each(ordering)(
      "%s: nothing fails, and the report lists everything that stays",
      async (operation) => {
        const before = await rows();
        const argv = ["--url", shop.url, ...user, "--door", door, "--write-orders", "--only", operation];
        const { code, text } = await conform(...argv);
        expect(text).not.toMatch(/^FAIL/m);
        expect(text).not.toContain("the shop does not create an order from it");
        expect(text).toMatch(/ 0 failed, 0 unanswered, /);
        expect(code).toBe(0);
        const after = await rows();
        const made = (collection: string) => {
          const known = new Set(before(collection).map(({ id }) => id));
          return after(collection).filter(({ id }) => !known.has(id));
        };
        const numbers = (collection: string) => made(collection).map(({ increment_id }) => increment_id);
        const orders = /^Orders that stay .*: (.*)$/m.exec(text)?.[1] ?? "";
        const listed = (kind: string) =>
          [...orders.matchAll(new RegExp(`${kind} (\\d+)`, "g"))].map(([, number]) => number).sort();
        expect(numbers("orders").length).toBeGreaterThan(0);
        expect(
          orders
            .replace(/ \([^)]*\)/g, "")
            .split(", ")
            .sort(),
        ).toEqual(numbers("orders").sort());
        expect(listed("invoice")).toEqual(numbers("invoices").sort());
        expect(listed("shipment")).toEqual(numbers("shipments").sort());
        expect(listed("credit memo")).toEqual(numbers("creditmemos").sort());
        expect(made("orders").filter(({ state }) => /new|holded/.test(String(state)))).toEqual([]);
        const open = made("carts").filter((cart) => cart.reserved_order_id === null);
        const carts = /^Carts that stay, .*: (.*)$/m.exec(text)?.[1]?.split(", ") ?? [];
        expect(carts).toEqual(open.map(({ id }) => String(id)));
        expect(after("products")).toEqual(before("products"));
        expect(text).not.toContain("Not removed");
      },
    );
  });

  test("a cart that becomes no order is listed with the answer of the shop", async () => {
    const lax = await startLaxShop(shop.url);
    lax.answers = [
      { operation: "cart_payment.list", result: /checkmo|cashondelivery|banktransfer/g, instead: "ccsave" },
    ];
    try {
      const before = await rows();
      const argv = ["--url", lax.url, ...user, "--write-orders", "--only", "sales_order.hold"];
      const { text } = await conform(...argv);
      expect(text).toMatch(
        /^Not judged, 1: the shop does not create an order from it: cart_payment.list offers none of checkmo/m,
      );
      const after = await rows();
      expect(after("orders")).toEqual(before("orders"));
      const [cart, ...others] = after("carts").filter(
        ({ id }) => !before("carts").some((one) => one.id === id),
      );
      expect([text.match(/^Carts that stay, since no operation removes them: (\d+)$/m)?.[1], others]).toEqual(
        [String(cart?.id), []],
      );
      expect(after("products")).toEqual(before("products"));
    } finally {
      lax.close();
    }
  });
});

describe("what a golden file finds in its shop is copied", () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startShop({ dataset: "sample" });
  });
  afterAll(() => shop.close());

  test.each([
    ["xmlrpc", "cart_product.add", 8],
    ["soap", "cart_customer.set", 6],
    ["jsonrpc", "cart_product.update", 5],
    ["soap_v2", "cart_shipping.list", 3],
    ["soap", "giftmessage.setForQuote", 4],
    ["xmlrpc", "catalog_product_custom_option.update", 8],
    ["jsonrpc", "catalog_product_custom_option_value.update", 5],
    ["xmlrpc", "catalog_product_downloadable_link.add", 6],
    ["jsonrpc", "catalog_product_attribute_media.update", 6],
    ["soap_v2", "cataloginventory_stock_item.update", 2],
    ["soap_v2", "catalog_product_link.assign", 4],
    ["soap_v2", "giftmessage.setForQuote", 3],
    ["jsonrpc", "catalog_category.updateProduct", 3],
    ["xmlrpc", "catalog_product_attribute_set.groupAdd", 2],
    ["jsonrpc", "catalog_product_attribute.addOption", 3],
    ["xmlrpc", "catalog_product_attribute.update", 2],
    ["xmlrpc", "catalog_product_tag.add", 2],
    ["soap", "catalog_product_link.update", 4],
    ["jsonrpc", "sales_order.addComment", 2],
    ["xmlrpc", "catalog_product_attribute_set.remove", 2],
    ["soap", "catalog_product_attribute_set.groupRename", 1],
    ["jsonrpc", "catalog_product_attribute_set.attributeAdd", 2],
  ])("by %s, %s: %i files or more are judged, nothing else changes", async (door, operation, least) => {
    const content = async () => [
      await shop.call("catalog_product.list"),
      await shop.call("customer.list"),
      await shop.call("catalog_category.tree"),
      await shop.call("catalog_product_attribute_set.list"),
      await shop.call("catalog_product_attribute.list", [4]),
      await shop.call("catalog_product_custom_option.list", [49]),
    ];
    const before = await content();
    const argv = ["--url", shop.url, ...user, "--door", door, "--write-orders", "--only", operation];
    const { code, text } = await conform(...argv);
    const [, passed, decided] = /: (\d+) passed, (\d+) decided, 0 failed, 0 unanswered/.exec(text) ?? [];
    expect(Number(passed) + Number(decided), text).toBeGreaterThanOrEqual(least);
    expect(text).not.toContain("Not removed");
    expect(code).toBe(0);
    expect(await content()).toEqual(before);
  });
});

describe("what a shop answers instead of a result", () => {
  /** The report on one operation, which throws this for every call. */
  async function judged(operation: string, error: Error, door = "xmlrpc") {
    const instead = {
      [operation]: () => {
        throw error;
      },
    };
    const tape = await startTape({ hasNoAnswer: true, instead });
    try {
      return await conform("--url", tape.url, "--door", door, "--only", operation);
    } finally {
      tape.close();
    }
  }

  test.each([
    ["xmlrpc", new TapeFault(2, "Access denied."), "the role of the user may not call the operation"],
    ["jsonrpc", new TapeFault(2, "Access denied."), "the role of the user may not call the operation"],
    ["soap", new TapeFault(3, "Invalid api path."), "the shop has no such operation"],
    ["jsonrpc", new TapeFault(3, "Invalid api path."), "the shop has no such operation"],
  ])("by %s, %s is no difference, and not green", async (door, error, reason) => {
    const { code, text } = await judged("core_store.info", error, door);
    expect(text).toContain(`Not judged, 2: ${reason}`);
    expect(text).toContain("nothing was compared");
    expect(code).toBe(1);
  });

  test("an unexpected fault is reported with its text", async () => {
    const { code, text } = await judged(
      "core_store.info",
      new TapeFault(101, "Requested object\nnot found."),
    );
    expect(text).toContain("expected result, received fault 101: Requested object not found.");
    expect(text).toContain("expected fault 100, received fault 101: Requested object not found.");
    expect(code).toBe(1);
  });

  test("an error of PHP is decided where a fault is expected, and otherwise no answer", async () => {
    const { code, text } = await judged("core_store.info", new TapeCrash());
    expect(text).toMatch(/2 golden files: 0 passed, 1 decided, 0 failed, 1 unanswered, 0 not judged/);
    expect(text).toMatch(/^Not answered: .*core_store\.info: HTTP 500, no answer of this door/m);
    expect(code).toBe(0);
  });
});

describe("a shop that appends HTML to long answers of JSON-RPC", () => {
  const requests: string[] = [];
  let server: Server;
  let url: string;
  const json = { "Content-Type": "application/json" };

  async function start(answersOf: (path: string, body: string) => string | undefined): Promise<void> {
    requests.length = 0;
    server = createServer((request, response) => {
      let body = "";
      request.on("data", (chunk: Buffer) => (body += chunk.toString()));
      request.on("end", () => {
        requests.push(
          `${request.url} ${/"method":"(\w+)"|<methodName>(\w+)|:(login)/.exec(body)?.[0] ?? ""}`,
        );
        const text = answersOf(request.url ?? "", body);
        if (text === undefined) response.writeHead(500).end();
        else response.writeHead(200, json).end(text);
      });
    });
    ({ url } = await listening(server));
  }
  afterEach(() => {
    server.close();
    server.closeAllConnections();
  });

  const byJson = (body: string) =>
    body.includes('"login"')
      ? '{"result":"0123456789abcdef0123456789abcdef","error":null,"id":"1"}'
      : '{"result":[],"error":null,"id":"1"}\n<script>window.location = "/"</script>';
  const fault =
    "<methodResponse><fault><value><struct><member><name>faultCode</name><value><int>2</int></value></member><member><name>faultString</name><value><string>Access denied.</string></value></member></struct></value></fault></methodResponse>";
  const soapFault =
    '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><e:Fault><faultcode>2</faultcode><faultstring>Access denied.</faultstring></e:Fault></e:Body></e:Envelope>';

  test.each([
    ["xmlrpc", (path: string) => (path.includes("xmlrpc") ? fault : undefined)],
    ["soap_v2", (path: string) => (path.includes("v2_soap") ? soapFault : undefined)],
    ["soap", (path: string) => (/\/api\/soap/.test(path) ? soapFault : undefined)],
  ])("ends the command before anything is written, and names %s, which answers", async (door, others) => {
    await start((path, body) => (path.includes("jsonrpc") ? byJson(body) : others(path)));
    for (const argv of [[], ["--write"]]) {
      requests.length = 0;
      const { code, text } = await conform("--url", url, "--door", "jsonrpc", ...argv);
      expect(code).toBe(3);
      expect(text).toMatch(
        new RegExp(`appends HTML to a JSON-RPC response.*: take another door \\(--door ${door}\\)`),
      );
      expect(requests.length).toBeLessThan(20);
    }
  });

  test("a whole shop ends it after its first long answer", async () => {
    const jsonText = (text: string) => (text.length > 4096 ? `${text}\n<script>history</script>` : text);
    const tape = await startTape({ hasNoAnswer: true, jsonText });
    try {
      const { code, text } = await conform("--url", tape.url, "--door", "jsonrpc", "--write-orders");
      expect([code, text]).toEqual([3, expect.stringMatching(/take another door \(--door xmlrpc\)/)]);
      expect(tape.requests.length).toBeLessThan(10);
    } finally {
      tape.close();
    }
  });

  test("where no door answers, PHP's setting is named", async () => {
    await start((path, body) => (path.includes("jsonrpc") ? byJson(body) : undefined));
    const { code, text } = await conform("--url", url, "--door", "jsonrpc");
    expect(code).toBe(3);
    expect(text).toContain(
      "xmlrpc, soap_v2, soap do not answer either: increase output_buffering in its php.ini",
    );
  });

  test("fault-texts ends in the same way", async () => {
    await start((path, body) =>
      path.includes("jsonrpc") ? byJson(body) : path.includes("xmlrpc") ? fault : undefined,
    );
    const shop = ["--from", url, "--user", "a", "--key", "b", "--door", "jsonrpc"];
    const { code, error } = await running(["fault-texts", ...shop, "--out", "/nowhere/f.json"]);
    expect(code).toBe(3);
    expect(error).toMatch(/appends HTML.*--door xmlrpc/);
    expect(requests.filter((one) => one.includes("globalFaults"))).toHaveLength(1);
  });
});
