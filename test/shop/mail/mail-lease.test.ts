/** Two servers share an outbox: the sender is killed, and the other one sends the waiting messages once each. */
import { expect, onTestFinished, test } from "vitest";
import { createDatabase } from "../../support/postgres.js";
import { callBy, placeOrderBy, workingPlace } from "../../support/process.js";
import { MailServer, Reply } from "./support/mail-server.js";

const waiting = 5;

test("the process with the mail lease is killed: the other one sends the waiting messages, once each", async () => {
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  let attempts = 0;
  let isDead = false;
  const server = await MailServer.start({
    judge: async () => {
      attempts += 1;
      // Not sent by the second server before the first one is dead.
      while (!isDead) await new Promise((resolve) => setTimeout(resolve, 20));
      if (attempts === 1) throw new Reply(451);
    },
  });
  onTestFinished(() => server.close());
  const place = await workingPlace({ onTestFinished });
  const flags = ["--port", "0", "--storage", url, "--smtp-url", server.url, "--log-level", "fatal"];
  const first = place.start(flags);
  const firstUrl = await first.address();
  // It has the lease once it sends.
  const { increment_id } = await placeOrderBy(firstUrl, "mug-01");
  for (let number = 1; number <= waiting; number += 1) {
    const comment = [increment_id, "pending", `comment ${number}.`, true];
    expect((await callBy(firstUrl, "sales_order.addComment", comment)).result).toBe(true);
  }
  await expect.poll(() => attempts, { timeout: 100_000 }).toBe(1);
  const secondUrl = await place.start(flags).address();
  const mail = async () =>
    (await (await fetch(`${secondUrl}/control/mail`)).json()) as { delivered_at: string | null }[];
  const all = (await mail()).length;
  expect(all).toBeGreaterThanOrEqual(waiting);
  // Longer than the interval of the lease check: while the first one lives, the second one sends nothing.
  await new Promise((resolve) => setTimeout(resolve, 2500));
  expect(attempts).toBe(1);

  first.kill("SIGKILL");
  await first.ended;
  isDead = true;
  await server.wait(all);

  await expect
    .poll(async () => (await mail()).filter(({ delivered_at }) => delivered_at === null), {
      timeout: 100_000,
    })
    .toEqual([]);
  const said = server.taken.flatMap(({ raw }) => /comment \d\./.exec(raw.replaceAll("=\r\n", ""))?.[0] ?? []);
  expect(said.sort()).toEqual(Array.from({ length: waiting }, (_, at) => `comment ${at + 1}.`));
  expect(server.taken).toHaveLength(all);
});
