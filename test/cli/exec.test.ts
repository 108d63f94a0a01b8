/** `store-api exec`: a server for the duration of one command (docs/commands.md). */
import { expect } from "vitest";
import { inPlace as test } from "../support/place.js";

const script = `fetch(process.env.STORE_API_URL + "/control/clock")
  .then((answer) => answer.json())
  .then((clock) => (console.log("frozen " + clock.frozen), process.exit(7)))`;

test("runs a command with a server, exits with its code and leaves nothing behind", async ({ place }) => {
  const program = place.start(["exec", "--dataset", "minimal", "--", process.execPath, "-e", script]);
  expect(await program.ended).toBe(7);
  expect(program.stdout).toBe("frozen false\n");
  expect(program.stderr).toBe("");
});

test("tells at the end what the command has called, in one line", async ({ place }) => {
  const call = `fetch(process.env.STORE_API_URL + "/api/rpc/catalog_product.info", {
    method: "POST",
    headers: { Authorization: "Basic " + btoa("admin:admin123"), "Content-Type": "application/json" },
    body: JSON.stringify({ productId: 99 }),
  })`;
  const program = place.start(["exec", "--dataset", "minimal", "--", process.execPath, "-e", call]);
  expect(await program.ended).toBe(0);
  expect(program.stderr).toMatch(
    /^Coverage: 1 of \d+ operations .*, 1 of \d+ faults .*, 1 of \d+ parameters .*\.\n$/,
  );
});

test("an unknown command: 2", async ({ place }) => {
  const program = place.start(["exec", "--dataset", "minimal", "--", "./none"]);
  expect(await program.ended).toBe(2);
  expect(program.stderr).toContain("./none cannot be run");
});
