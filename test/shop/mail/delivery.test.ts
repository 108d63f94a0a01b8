/** Delivery from the outbox to a real mail server over the network. */
import { describe, expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../../src/engine/clock.js";
import { silentLog } from "../../../src/engine/log/log.js";
import { OutageLog } from "../../../src/engine/log/outage-log.js";
import { MailDelivery, type DeliveryTimes } from "../../../src/shop/mail/delivery.js";
import { SmtpTransport } from "../../../src/shop/mail/smtp.js";
import { MemoryStorage } from "../../../src/engine/storage/memory.js";
import type { Storage, Tx } from "../../../src/engine/storage/storage.js";
import { closedAtEnd } from "../../support/closed.js";
import { startShop } from "../../support/shop.js";
import { header, headersOf, MailServer, part, Reply, type MailServerOptions } from "./support/mail-server.js";
import { orderTo, queue } from "./support/waiting.js";
import { collections } from "../../../src/shop/data/collections.js";

const hurry: Partial<DeliveryTimes> = {
  idleMs: 5,
  firstWaitMs: 20,
  unavailableMs: 50,
  deferredMs: 50,
  stopMs: 200,
};

async function mailServer(given: MailServerOptions = {}): Promise<MailServer> {
  const server = closedAtEnd(await MailServer.start(given));
  return server;
}

/** Delivery from a storage of its own, which ends with the test. */
function deliver(
  url: string,
  times: Partial<DeliveryTimes> = {},
  storage: Storage = new MemoryStorage({ collections }),
) {
  const transport = new SmtpTransport(url, "shop@example.com");
  const log = silentLog();
  const outages = new OutageLog(log);
  const parts = { storage, transport, clock: systemClock, log, outages, times: { ...hurry, ...times } };
  const delivery = new MailDelivery(parts);
  delivery.start();
  onTestFinished(() => delivery.stop());
  return { delivery, storage };
}

async function states(storage: Storage): Promise<string[]> {
  const all = await storage.read((tx) => tx.find("mail"));
  return all.map(({ to, state, attempts }) => `${to.join()} ${state} ${attempts}`);
}

const soon = { timeout: 100_000, interval: 10 };

describe("a message", () => {
  test("is sent as text and HTML, and the outbox has the time", async () => {
    const server = await mailServer();
    const shop = await startShop({ settings: { smtpUrl: server.url, mailFrom: "hello@shop.test" } });
    await queue(shop.storage, { order: orderTo("žofie@example.com", { customer_firstname: "Žofie 花" }) });

    const [message] = await server.wait(1);

    expect(message).toMatchObject({ from: "hello@shop.test", to: ["žofie@example.com"] });
    const { raw } = message!;
    expect(header(raw, "From")).toBe("Main Website Store <hello@shop.test>");
    expect(header(raw, "Subject")).toBe("Your order 100000001 at Main Website Store");
    expect(header(raw, "Message-ID")).toMatch(/^<[\w-]{36}@shop\.test>$/);
    expect(header(raw, "Date")).toBe("Sun, 01 Jun 2025 12:00:00 +0000");
    expect(header(raw, "Auto-Submitted")).toBe("auto-generated");
    expect(header(raw, "Content-Type")).toContain("multipart/alternative");
    expect(part(raw, "text/plain")).toContain("Hello Žofie 花 Becker,");
    expect(part(raw, "text/html")).toContain("<p>Hello Žofie 花 Becker,</p>");
    await expect
      .poll(async () => (await shop.http("GET", "/control/mail")).json, soon)
      .toMatchObject([{ id: 1, delivered_at: "2025-06-01 12:00:00" }]);
  });

  test("gets no header from the text of customers", async () => {
    const server = await mailServer();
    const { storage } = deliver(server.url);
    const evil = "A\r\nBcc: victim@example.com\r\nX-Evil: 1\r\n\r\nbody";
    const order = orderTo("a@example.com", {
      customer_firstname: evil,
      increment_id: evil,
      store_id: 99,
      store_name: `Web\n${evil}\nView`,
    });
    await queue(storage, { order, comment: evil });

    const [message] = await server.wait(1);

    expect(message?.to).toEqual(["a@example.com"]);
    expect(headersOf(message!.raw).filter((line) => /^(bcc|x-evil)/i.test(line))).toEqual([]);
    expect(headersOf(message!.raw).map((line) => line.split(":")[0])).toEqual(
      expect.arrayContaining(["From", "To", "Subject", "Message-ID", "Date", "MIME-Version", "Content-Type"]),
    );
  });

  test("is sent to nobody if the address is several addresses, or none", async () => {
    const server = await mailServer();
    const { storage } = deliver(server.url);
    const evil = ["a@example.com, b@example.com", "a@example.com>\r\nRCPT TO:<b@example.com", "nobody", ""];
    for (const address of evil) await queue(storage, { order: orderTo(address) });
    await queue(storage, { order: orderTo("good@example.com") });

    await server.wait(1);

    const recipients = server.taken.flatMap(({ to }) => to);
    expect(recipients).toContain("good@example.com");
    expect(recipients).not.toContain("b@example.com");
    await expect.poll(() => states(storage), soon).not.toContain(expect.stringContaining("waiting"));
  });

  test("includes its hidden copies", async () => {
    const server = await mailServer();
    const { storage } = deliver(server.url);
    const rules = [{ template: "order_new", store_id: 0, copy_to: ["boss@example.com"] }] as const;
    await storage.write((tx) => tx.put("settings", { id: "mail_rules", rules }));
    await queue(storage, { order: orderTo("a@example.com") });

    const [message] = await server.wait(1);

    expect(message?.to).toEqual(["a@example.com", "boss@example.com"]);
    expect(message?.raw).not.toContain("boss@example.com");
  });
});

describe("a server", () => {
  test("that is down gets all messages once it is up, each of them once", async () => {
    const first = await MailServer.start();
    const { port, url } = first;
    await first.close();
    const { storage } = deliver(url);
    for (let number = 1; number <= 20; number += 1) {
      await queue(storage, { order: orderTo(`c${number}@example.com`) });
    }
    await expect.poll(() => states(storage), soon).toContainEqual(expect.stringMatching(/waiting [3-9]/));

    const server = await mailServer({ port });
    await server.wait(20);
    await expect.poll(() => states(storage), soon).not.toContainEqual(expect.stringContaining("waiting"));

    const numbers = server.taken.flatMap(({ to }) => to);
    expect(new Set(numbers).size).toBe(20);
    expect(numbers).toHaveLength(20);
  });

  test("that refuses temporarily gets the message again, and other messages meanwhile", async () => {
    let refusals = 2;
    const server = await mailServer({
      judge: ({ to }) => {
        if (to[0] === "slow@example.com" && refusals-- > 0) throw new Reply(451);
      },
    });
    const { storage } = deliver(server.url);
    await queue(storage, { order: orderTo("slow@example.com") });
    await queue(storage, { order: orderTo("quick@example.com") });

    await server.wait(2);

    expect(server.taken.map(({ to }) => to[0])).toEqual(["quick@example.com", "slow@example.com"]);
    await expect
      .poll(() => states(storage), soon)
      .toEqual(["slow@example.com delivered 3", "quick@example.com delivered 1"]);
  });

  test("that refuses a message permanently does not get it again", async () => {
    const server = await mailServer({
      options: {
        onRcptTo: ({ address }, _session, callback) =>
          callback(address === "gone@example.com" ? new Reply(550) : null),
      },
    });
    const { storage } = deliver(server.url);
    await queue(storage, { order: orderTo("gone@example.com") });
    await queue(storage, { order: orderTo("there@example.com") });

    await server.wait(1);

    await expect
      .poll(() => states(storage), soon)
      .toEqual(["gone@example.com refused 1", "there@example.com delivered 1"]);
  });

  test("that refuses temporarily for ever does not get the message any more in the end", async () => {
    const server = await mailServer({
      judge: () => {
        throw new Reply(451);
      },
    });
    const { storage } = deliver(server.url, { maxAttempts: 3, deferredMs: 5 });
    await queue(storage, { order: orderTo("a@example.com") });
    await expect.poll(() => states(storage), soon).toEqual(["a@example.com refused 3"]);
  });

  test("that refuses the sender does not end the retries of any message", async () => {
    let isOpen = false;
    const server = await mailServer({
      options: {
        onMailFrom: (_address, _session, callback) => callback(isOpen ? null : new Reply(550)),
      },
    });
    const { storage } = deliver(server.url);
    await queue(storage, { order: orderTo("a@example.com") });
    await expect.poll(() => states(storage), soon).toEqual([expect.stringMatching(/waiting [2-9]/)]);
    isOpen = true;
    await expect.poll(() => states(storage), soon).toEqual([expect.stringMatching(/delivered/)]);
  });
});

describe("at the same time", () => {
  test("emptying the outbox removes waiting messages and disturbs nothing", async () => {
    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    let arrived = () => {};
    const underWay = new Promise<void>((resolve) => (arrived = resolve));
    const server = await mailServer({
      judge: () => {
        arrived();
        return held;
      },
    });
    const shop = await startShop({ settings: { smtpUrl: server.url } });
    await queue(shop.storage);
    await queue(shop.storage);
    await underWay;

    expect((await shop.http("DELETE", "/control/mail")).status).toBe(204);
    letGo();
    await server.wait(1);
    await queue(shop.storage, { order: orderTo("later@example.com") });
    await server.wait(2);

    expect(server.taken.map(({ to }) => to[0])).toEqual(["anna.then@example.com", "later@example.com"]);
  });

  test("a message that cannot be marked as delivered is not sent again by the same process", async () => {
    let isFull = false;
    class FullStorage extends MemoryStorage {
      override write<R>(work: (tx: Tx) => Promise<R>): Promise<R> {
        return isFull ? Promise.reject(new Error("the disk is full")) : super.write(work);
      }
    }
    const server = await mailServer({ judge: ({ to }) => void (isFull = to[0] === "first@example.com") });
    const { storage } = deliver(server.url, {}, new FullStorage({ collections }));
    await queue(storage, { order: orderTo("first@example.com") });
    await server.wait(1);
    await new Promise((resolve) => setTimeout(resolve, 100));
    isFull = false;
    await queue(storage, { order: orderTo("second@example.com") });

    await server.wait(2);

    expect(server.taken.map(({ to }) => to[0])).toEqual(["first@example.com", "second@example.com"]);
  });

  test("a stop does not wait for a server that does not answer", async () => {
    const server = await mailServer({ judge: () => new Promise(() => {}) });
    const { delivery, storage } = deliver(server.url);
    await queue(storage);
    await expect.poll(() => states(storage), soon).toEqual([expect.stringContaining("waiting 1")]);

    const started = performance.now();
    await delivery.stop();

    expect(performance.now() - started).toBeLessThan(8_000);
    expect(await states(storage)).toEqual([expect.stringContaining("waiting 1")]);
  });
});
