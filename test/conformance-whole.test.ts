/**
 * `store-api conform` with all golden exchanges, which golden.contract.test.ts replays without the command. Needs a quarter of
 * a minute.
 */
import { expect, test } from "vitest";
import { runCommand } from "../src/cli/program.js";
import { startServer } from "../src/testing/embedded/start-server.js";

test("a server of this version gives every expected answer", async () => {
  const server = await startServer();
  let text = "";
  const say = (more: string) => void (text += more);
  try {
    const code = await runCommand(["conform", "--url", server.url], { write: say, fail: say });
    expect(text).toMatch(/^([1-9]\d*) of \1 exchanges are as written$/m);
    expect(text).not.toContain("FAIL");
    expect(code).toBe(0);
  } finally {
    await server.stop();
  }
});
