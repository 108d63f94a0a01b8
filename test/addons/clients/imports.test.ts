/** 500 customers imported by each client while the server is killed and started again: none is missing, none is there twice. */
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { createClient } from "../../../generated/clients/typescript/client.js";
import { Program, workingPlace } from "../../support/process.js";
import { clients, php, python } from "./interpreters.js";

const here = fileURLToPath(new URL(".", import.meta.url));
const count = 500;

/** Imports the customers, and tells how many are done after each request. @returns the IDs in the order of the items */
type Import = (url: string, tell: (done: number) => void) => Promise<unknown[]>;

const byTypescript: Import = async (url, tell) => {
  const client = createClient({ url, username: "admin", apiKey: "admin123" });
  const items = Array.from({ length: count }, (_, number) => ({
    customerData: {
      email: `typescript-${number}@example.com`,
      firstname: "Ida",
      lastname: `No. ${number}`,
      password: "correct horse 7",
      website_id: 1,
    },
  }));
  const outcomes = await client.importAll("customer.create", items, {
    key: "typescript",
    attempts: 20,
    onProgress: ({ done }) => tell(done),
  });
  return outcomes.map((outcome) => {
    if (!outcome.ok) throw outcome.error;
    return outcome.value;
  });
};

/** A program that prints `done <number>` after each request, and the IDs in the end. */
function byProgram(command: readonly string[]): Import {
  return async (url, tell) => {
    const program = new Program([...command, url], here, {
      PYTHONPATH: `${clients}/python`,
      PYTHONDONTWRITEBYTECODE: "1",
    });
    let isOver = false;
    const ended = program.ended.finally(() => (isOver = true));
    while (!isOver) {
      tell(Number([...program.stdout.matchAll(/^done (\d+)$/gm)].at(-1)?.[1] ?? 0));
      await sleep(20);
    }
    expect([await ended, program.stderr]).toEqual([0, ""]);
    return JSON.parse(program.stdout.trim().split("\n").at(-1) ?? "") as unknown[];
  };
}

describe.each<[language: string, importAll: Import | undefined]>([
  ["TypeScript", byTypescript],
  ["Python", python === undefined ? undefined : byProgram([python, `${here}imports.py`])],
  [
    "PHP",
    php === undefined ? undefined : byProgram([php, `${here}imports.php`, `${clients}/php/autoload.php`]),
  ],
])("%s", (language, importAll) => {
  test("kill -9 in the middle of the import", { timeout: 600_000 }, async ({ skip, onTestFinished }) => {
    if (importAll === undefined) return skip(`${language} is not installed`);
    const place = await workingPlace({ onTestFinished });
    const settings = ["--storage", "file:./shop", "--dataset", "minimal", "--password-hash-cost", "10"];
    const victim = place.start([...settings, "--port", "0"]);
    const url = await victim.address();

    let doneBefore: number | undefined;
    let restarted: Promise<string> | undefined;
    const ids = await importAll(url, (done) => {
      if (done < 200 || restarted !== undefined) return;
      doneBefore = done;
      victim.kill("SIGKILL");
      const again = [...settings, "--port", new URL(url).port];
      restarted = victim.ended.then(() => place.start(again).address());
    });

    expect(doneBefore).toBeLessThan(count);
    await restarted;
    expect(new Set(ids).size).toBe(count);
    const shop = createClient({ url, username: "admin", apiKey: "admin123" });
    const stored = await shop.customer.list({ filters: { email: { like: `${language.toLowerCase()}-%` } } });
    expect(stored.map(({ email }) => email).sort()).toEqual(
      Array.from({ length: count }, (_, number) => `${language.toLowerCase()}-${number}@example.com`).sort(),
    );
    expect(stored.map(({ customer_id }) => customer_id).sort()).toEqual([...ids].sort());
  });
});
