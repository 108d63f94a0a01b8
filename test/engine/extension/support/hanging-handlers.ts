/** Handlers of chapters that never answer: the timeout ends their transactions. Each storage has a test file of two lines. */
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { HangingShop, timeoutSeconds } from "./hanging-shop.js";

export function hangingHandlers(topology: "memory" | "file" | "postgres"): void {
  test(`${topology}: a write that hangs gives the lock back, and nothing of it is kept`, async () => {
    const shop = await HangingShop.open(topology, onTestFinished);
    const hanging = shop.call("erp.hang");
    await shop.begun("hang");
    // So that their own time does not run out while they wait.
    await sleep(timeoutSeconds * 500);
    const others = Promise.all([
      shop.call("erp.store"),
      shop.http("POST", "/control/users", { username: "erp", api_key: "connector1" }),
    ]);
    expect(await hanging).toMatchObject({ status: 500, body: { data: { fault: "internal" } } });
    expect(await others).toMatchObject([{ status: 200 }, { status: 201 }]);
    expect(await shop.call("erp.stored")).toMatchObject({ body: [{ key: "store", value: 1 }] });

    // The handler wakes up: its transaction refuses everything.
    const refusals = await shop.goOn("hang");
    expect(refusals).toHaveLength(8);
    for (const refusal of refusals) expect(refusal).toMatch(/this transaction is over/);
    expect(await shop.call("erp.stored")).toMatchObject({ body: [{ key: "store", value: 1 }] });
  });

  test(`${topology}: a read that hangs is ended, too`, async () => {
    const shop = await HangingShop.open(topology, onTestFinished);
    expect(await shop.call("erp.look")).toMatchObject({ status: 500, body: { data: { fault: "internal" } } });
    expect(await shop.goOn("look")).toEqual(Array(4).fill(expect.stringMatching(/this transaction is over/)));
  });

  test(`${topology}: a reset is carried out while a handler hangs`, async () => {
    const shop = await HangingShop.open(topology, onTestFinished);
    await shop.call("erp.store");
    const hanging = shop.call("erp.hang");
    await shop.begun("hang");
    expect(await shop.http("POST", "/control/reset", {})).toMatchObject({ status: 204 });
    expect((await hanging).status).toBe(500);
    expect(await shop.call("erp.stored")).toMatchObject({ body: [] });
  });

  test(`${topology}: a key of a call that hung can be used again`, async () => {
    const shop = await HangingShop.open(topology, onTestFinished);
    const headers = { "Idempotency-Key": "one" };
    expect((await shop.call("erp.once", headers)).status).toBe(500);
    expect(await shop.call("erp.once", headers)).toMatchObject({ status: 200, body: true });
    expect(await shop.call("erp.stored")).toMatchObject({ body: [{ key: "once", value: 2 }] });
  });
}
