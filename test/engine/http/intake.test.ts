import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { Intake, type SenderCheck } from "../../../src/engine/guard/intake.js";

const limit = 10;
const MiB = 1024 * 1024;
const intake = new Intake(2 * MiB, MiB);
const known: SenderCheck = async () => true;
const anonymous: SenderCheck = async () => false;

/** The text of the body, or the status of the refusal. */
async function read(request: IncomingMessage, max = limit, check = anonymous): Promise<string | number> {
  const body = await intake.read(request, { bytes: max }, check);
  if ("refused" in body) return body.refused;
  body.release?.();
  return body.bytes.toString();
}

/** The next request, and its socket. */
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
  { title: "exactly at the limit", sent: `${ofLength(10)}0123456789`, want: "0123456789" },
  { title: "longer than the limit, with an announced length", sent: `${ofLength(11)}01234567890`, want: 413 },
  { title: "longer in chunks", sent: `${chunked}b\r\n01234567890\r\n0\r\n\r\n`, want: 413 },
])("a body that has arrived before it is read: $title", async ({ sent, want }) => {
  const { socket, arrives } = await open();
  socket.write(sent);
  const request = await arrives;
  await setTimeout(20);
  expect(await read(request)).toBe(want);
});

test.each([
  ["of a known length", [ofLength(5), "he", "llo"], "hello"],
  ["in chunks", [chunked, "2\r\nhe\r\n", "3\r\nllo\r\n", "0\r\n\r\n"], "hello"],
  ["longer than the limit", [chunked, "6\r\n012345\r\n", "6\r\n012345\r\n"], 413],
])("a body that arrives while it is read: %s", async (_title, pieces, want) => {
  const { socket, arrives } = await open();
  const [first, ...others] = pieces;
  socket.write(first as string);
  const request = await arrives;
  const reading = read(request);
  for (const piece of others) {
    await setTimeout(5);
    socket.write(piece);
  }
  expect(await reading).toBe(want);
});

test("a client that disconnects before or while its body is read", async () => {
  for (const pause of [20, 0]) {
    const { socket, arrives } = await open();
    socket.write(`${ofLength(5)}he`);
    const request = await arrives;
    if (pause > 0) {
      socket.destroy();
      await setTimeout(pause);
    }
    const reading = read(request);
    socket.destroy();
    await expect(reading).rejects.toThrow();
  }
});

/** A request with a body of this length, which arrives in chunks until its reader continues. */
async function sendSlowly(bytes: number, check: SenderCheck) {
  const { socket, arrives } = await open();
  socket.write(ofLength(bytes));
  const request = await arrives;
  const body = intake.read(request, { bytes: 16 * MiB }, check);
  for (let sent = 0; sent < bytes - 1; sent += 100_000) {
    socket.write("x".repeat(Math.min(100_000, bytes - 1 - sent)));
    await setTimeout(2);
  }
  return { body, finish: () => socket.write("x") };
}

test.each([
  { who: "known senders", check: known, fits: 2 },
  { who: "everybody else", check: anonymous, fits: 1 },
])("bodies of $who share a budget; what passes it is refused and given back", async ({ check, fits }) => {
  const bytes = MiB - 1000;
  const slow = [];
  for (let nth = 0; nth <= fits; nth += 1) slow.push(await sendSlowly(bytes, check));
  const last = slow.pop();
  expect(await last?.body).toEqual({ refused: 503 });
  for (const { body, finish } of slow) {
    finish();
    const whole = await body;
    if ("refused" in whole) throw new Error("refused");
    expect(whole.bytes).toHaveLength(bytes);
    whole.release?.();
  }
  const again = await sendSlowly(bytes, check);
  again.finish();
  const whole = await again.body;
  expect(whole).toHaveProperty("bytes.length", bytes);
  if ("bytes" in whole) whole.release?.();
});

test("the budget of disconnected clients is released", async () => {
  for (let times = 0; times < 3; times += 1) {
    const { socket, arrives } = await open();
    socket.write(ofLength(MiB));
    const reading = intake.read(await arrives, { bytes: 16 * MiB }, anonymous);
    socket.write("x".repeat(600_000));
    await setTimeout(20);
    socket.destroy();
    await expect(reading).rejects.toThrow();
  }
});

test("no budget is used for a client that disconnects during the check of its credentials", async () => {
  const { socket, arrives } = await open();
  socket.write(ofLength(MiB));
  const request = await arrives;
  const check = vi.fn<SenderCheck>(() => new Promise((answerIt) => (answer = answerIt)));
  let answer: (isKnown: boolean) => void = () => {};
  const reading = intake.read(request, { bytes: 16 * MiB }, check);
  socket.write("x".repeat(20_000));
  await expect.poll(() => check.mock.calls.length).toBe(1);
  socket.destroy();
  await expect(reading).rejects.toThrow();
  answer(false);

  const slow = await sendSlowly(MiB - 1000, anonymous);
  slow.finish();
  const body = await slow.body;
  expect(body).toHaveProperty("bytes.length", MiB - 1000);
  if ("bytes" in body) body.release?.();
});

test("small bodies use no budget", async () => {
  const slow = await sendSlowly(MiB - 1000, anonymous);
  const { socket, arrives } = await open();
  socket.write(ofLength(5));
  const reading = read(await arrives);
  socket.write("hello");
  expect(await reading).toBe("hello");
  slow.finish();
  const body = await slow.body;
  if ("bytes" in body) body.release?.();
});
