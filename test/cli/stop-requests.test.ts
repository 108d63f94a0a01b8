/** What counts as one request to stop. */
import { PassThrough } from "node:stream";
import { expect, test, vi } from "vitest";
import { onStopRequest } from "../../src/cli/stop-requests.js";

test("the end and the later close of standard input are one request", async () => {
  const input = Object.assign(new PassThrough({ autoDestroy: false }), { unref: () => {} });
  const spies = [
    vi.spyOn(process, "stdin", "get").mockReturnValue(input as never),
    // The handlers of signals would stay with the worker.
    vi.spyOn(process, "on").mockReturnValue(process),
  ];
  try {
    const stop = vi.fn();
    onStopRequest({ stopWithParent: true, stop });
    input.end();
    await vi.waitFor(() => expect(stop).toHaveBeenCalled());
    const closed = new Promise((resolve) => input.once("close", resolve));
    input.destroy();
    await closed;
    expect(stop.mock.calls).toEqual([[true]]);
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
});
