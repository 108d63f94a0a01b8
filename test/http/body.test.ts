import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { readBody } from "../../src/http/body.js";

const limit = 10;

/** The next request, and a socket that it comes from. */
async function open() {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  onTestFinished(() => {
    socket.destroy();
    server.close();
  });
  const arrives = once(server, "request").then(([request]) => request as IncomingMessage);
  return { socket, arrives };
}

const head = (...lines: string[]) => ["POST / HTTP/1.1", "Host: test", ...lines, "", ""].join("\r\n");
const ofLength = (bytes: number) => head(`Content-Length: ${bytes}`);
const chunked = head("Transfer-Encoding: chunked");

test.each([
  { title: "none", sent: head(), want: "" },
  { title: "empty", sent: ofLength(0), want: "" },
  { title: "of a known length", sent: `${ofLength(5)}hello`, want: "hello" },
  { title: "in chunks", sent: `${chunked}2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n`, want: "hello" },
  { title: "of just the limit", sent: `${ofLength(10)}0123456789`, want: "0123456789" },
  { title: "longer than the limit by its own account", sent: `${ofLength(11)}01234567890`, want: undefined },
  { title: "longer in chunks", sent: `${chunked}b\r\n01234567890\r\n0\r\n\r\n`, want: undefined },
])("a body that has arrived before it is read: $title", async ({ sent, want }) => {
  const { socket, arrives } = await open();
  socket.write(sent);
  const request = await arrives;
  await setTimeout(20);
  const body = await readBody(request, limit);
  expect(body?.toString()).toBe(want);
});

test.each([
  { title: "of a known length", pieces: [ofLength(5), "he", "llo"], want: "hello" },
  {
    title: "in chunks",
    pieces: [chunked, "2\r\nhe\r\n", "3\r\nllo\r\n", "0\r\n\r\n"],
    want: "hello",
  },
  {
    title: "longer than the limit",
    pieces: [chunked, "6\r\n012345\r\n", "6\r\n012345\r\n"],
    want: undefined,
  },
])("a body that arrives while it is read: $title", async ({ pieces, want }) => {
  const { socket, arrives } = await open();
  const [first, ...others] = pieces;
  socket.write(first as string);
  const request = await arrives;
  const reading = readBody(request, limit);
  for (const piece of others) {
    await setTimeout(5);
    socket.write(piece);
  }
  expect((await reading)?.toString()).toBe(want);
});

test("a client that goes away before its body is read, or while it is", async () => {
  for (const pause of [20, 0]) {
    const { socket, arrives } = await open();
    socket.write(`${ofLength(5)}he`);
    const request = await arrives;
    if (pause > 0) {
      socket.destroy();
      await setTimeout(pause);
    }
    const reading = readBody(request, limit);
    socket.destroy();
    await expect(reading).rejects.toThrow();
  }
});
