/** After a crash, no message of the outbox is lost, and at most the message in progress is sent twice. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../support/closed.js";
import { afterCrash, open } from "../../engine/storage/support/folders.js";
import { bundleOf } from "../../support/programs.js";
import { header, MailServer, Reply } from "./support/mail-server.js";
import { orderTo, queue } from "./support/waiting.js";

/** Delivers the outbox of the folder in a child process. */
function deliverIn(folder: string, url: string): ChildProcess {
  const process_ = spawn(
    process.execPath,
    [bundleOf("test/shop/mail/support/delivery-child.ts"), folder, url],
    {
      stdio: ["ignore", "ignore", "inherit"],
    },
  );
  onTestFinished(() => void process_.kill("SIGKILL"));
  return process_;
}

async function death(victim: ChildProcess): Promise<void> {
  victim.kill("SIGKILL");
  await once(victim, "exit");
}

async function fill(folder: string, count: number): Promise<void> {
  const storage = await open(folder);
  for (let number = 1; number <= count; number += 1) {
    await queue(storage, { order: orderTo(`c${number}@example.com`) });
  }
  await storage.close();
}

test("each message is sent once; the one whose answer was lost is sent again with the same ID", async () => {
  const [count, deathAt] = [12, 5];
  const folder = await temporaryFolder();
  await fill(folder, count);
  const victims: ChildProcess[] = [];
  // All complete messages, including those whose sender died before it received the reply.
  const seen: { id: string | undefined; to: string | undefined }[] = [];
  const server = await MailServer.start({
    judge: async ({ raw, to }) => {
      seen.push({ id: header(raw, "Message-ID"), to: to[0] });
      if (seen.length !== deathAt) return;
      await death(victims[0]!);
      throw new Reply(451);
    },
  });
  onTestFinished(() => server.close());

  victims.push(deliverIn(folder, server.url));
  await once(victims[0]!, "exit");
  await afterCrash(folder);
  const second = deliverIn(folder, server.url);
  await server.wait(count);
  await death(second);
  await afterCrash(folder);
  await fill(folder, 1);
  deliverIn(folder, server.url);
  // Messages are sent in order, so duplicates arrive before this one.
  const different = () => new Set(seen.map(({ id }) => id)).size;
  await expect.poll(different, { timeout: 100_000 }).toBe(count + 1);

  const inDoubt = seen[deathAt - 1]!;
  const again = seen.filter((message, index) => seen.findIndex(({ id }) => id === message.id) < index);
  // The second crash can have happened before the mark of the last message was durable.
  expect(again.slice(0, 1)).toEqual([inDoubt]);
  expect(again.length).toBeLessThanOrEqual(2);
});
