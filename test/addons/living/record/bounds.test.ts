/** Hostile clients, shops and disks: the recorder goes on, forwards what is HTTP unchanged, and says what it left out. */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Recorder, RecorderOptions } from "../../../../src/addons/living/record/recorder.js";
import type { ExchangeLine } from "../../../../src/addons/living/recording/exchange-line.js";
import { linesOf, listening, raw as rawBytes, startRecorder } from "../servers.js";

const fine = 'HTTP/1.1 200 OK\r\nContent-Length: 36\r\n\r\n{"jsonrpc":"2.0","id":1,"result":11}';
const body =
  '{"jsonrpc":"2.0","id":1,"method":"call","params":["0123456789abcdef0123456789abcdef","customer.info",[1]]}';
const good = `POST /api/jsonrpc HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

/** The shop: notes the bytes of requests, and answers with `answer`. */
let server: Server;
let target: string;
let answer: string | Buffer | undefined;
let seen: string | undefined;
let received = 0;
const sockets = new Set<Socket>();
let folder: string;
let out: string;
let warnings: string[];
let recorder: Recorder;
let files = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "bounds-"));
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    let isAnswered = false;
    socket.on("data", (chunk) => {
      received += chunk.length;
      if (seen !== undefined) seen += chunk.toString("latin1");
      const text = seen ?? "";
      const isWhole = text.includes("\r\n\r\n") && !/chunked(?![^]*0\r\n)/.test(text);
      const bytes = answer;
      if (bytes === undefined || isAnswered || !isWhole) return;
      isAnswered = true;
      // Lets the rest of the request arrive.
      setTimeout(() => socket.end(bytes), 30);
    });
  });
  ({ url: target } = await listening(server));
});
beforeEach(() => {
  answer = fine;
  seen = "";
  warnings = [];
  out = join(folder, `${(files += 1)}.jsonl`);
});
afterEach(async () => {
  await recorder.stop();
  for (const socket of sockets) socket.destroy();
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

async function record(options: Partial<RecorderOptions> = {}): Promise<string> {
  recorder = await startRecorder({ target, out, warn: (text) => warnings.push(text), ...options });
  return recorder.url;
}

const raw = async (url: string, sent: string) => (await rawBytes(url, sent)).toString("latin1");

async function expectToServe(url: string): Promise<void> {
  answer = fine;
  expect(await raw(url, good)).toContain('"result":11');
}

async function lines(): Promise<ExchangeLine[]> {
  await recorder.stop();
  return linesOf(out);
}

const xmlHead = "POST /api/xmlrpc/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n";

describe("what is HTTP is forwarded unchanged", () => {
  test("heads of 100 KB and of 2,500 lines, in both directions", async () => {
    const url = await record();
    const many = Array.from({ length: 2500 }, (_, at) => `X-${at}: ${at}`).join("\r\n");
    for (const further of [`X-Long: ${"a".repeat(100_000)}`, many]) {
      seen = "";
      answer = fine.replace("\r\n", `\r\n${further}\r\n`);
      const sent = good.replace("\r\n", `\r\n${further}\r\n`);
      expect(await raw(url, sent)).toBe(answer);
      expect(seen).toBe(sent.replace("Host: a", `Host: ${new URL(target).host}`));
    }
  });

  test("a request without a body gets no chunks", async () => {
    const url = await record();
    await raw(url, `${xmlHead}\r\n`);
    expect(seen).not.toMatch(/chunked/i);
    expect(seen).toMatch(/\r\nContent-Length: 0\r\n\r\n$/);
  });

  test("trailers of chunked bodies", async () => {
    const url = await record();
    const chunks = "Transfer-Encoding: chunked\r\nTrailer: X-T\r\n\r\n2\r\nab\r\n0\r\nX-T: 1\r\n\r\n";
    answer = `HTTP/1.1 200 OK\r\n${chunks}`;
    expect(await raw(url, `${xmlHead}${chunks}`)).toBe(answer);
    expect(seen?.endsWith(chunks)).toBe(true);
  });

  test("a client of HTTP/1.0 gets no chunks", async () => {
    const url = await record();
    answer = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nX-A: b\r\n\r\n2\r\nab\r\n0\r\n\r\n";
    expect(await raw(url, "GET /api/rest/products HTTP/1.0\r\n\r\n")).toBe(
      "HTTP/1.1 200 OK\r\nX-A: b\r\n\r\nab",
    );
  });

  test("a slow body arrives byte by byte", async () => {
    const url = await record();
    answer = undefined;
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    socket.on("error", () => {});
    for (const piece of ["Content-Length: 100\r\n\r\n<", "a", "b"]) {
      socket.write(seen === "" && piece.startsWith("C") ? xmlHead + piece : piece);
      await expect.poll(() => seen?.endsWith(piece)).toBe(true);
    }
    await expectToServe(url);
    socket.destroy();
  });
});

describe("requests that are no HTTP, or two requests in one, do not reach the shop", () => {
  const smuggled = "GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n";
  test.each([
    ["a length and chunks", `Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`],
    ["unknown chunks", `Transfer-Encoding: xchunked\r\nContent-Length: 4\r\n\r\nabcd${smuggled}`],
    ["chunks twice", `Transfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n\r\n0\r\n\r\n${smuggled}`],
    ["two lengths", `Content-Length: 4\r\nContent-Length: 45\r\n\r\nabcd${smuggled}`],
    ["a space before the colon", `Content-Length : 4\r\n\r\nabcd${smuggled}`],
    ["a length with a sign", `Content-Length: +4\r\n\r\nabcd${smuggled}`],
    ["a folded header", `X-A: b\r\n Content-Length: 4\r\nContent-Length: 4\r\n\r\nabcd`],
    ["a NUL in a header", "X-A: a\0b\r\nContent-Length: 2\r\n\r\nab"],
    ["a bare line feed", `X-A: b\nContent-Length: 4\r\n\r\nabcd`],
    ["a head of 300 KB", `X-A: ${"a".repeat(300_000)}\r\n\r\n`],
  ])("%s", async (_title, rest) => {
    const url = await record();
    expect(await raw(url, xmlHead + rest)).toMatch(/^HTTP\/1\.1 4(00 Bad Request|31 Request Header)/);
    expect(seen).not.toContain("smuggled");
    expect(recorder.counts.refused).toBe(1);
    expect(warnings).toEqual([expect.stringMatching(/a request was refused, .* \(HPE_\w+\)/)]);
    await expectToServe(url);
  });

  test("a body behind a request is the next request, with a line of its own", async () => {
    const url = await record();
    const twice = good.replace("Connection: close\r\n", "") + good;
    answer = fine;
    expect((await raw(url, twice)).split('"result":11')).toHaveLength(3);
    expect(await lines()).toHaveLength(2);
  });

  test("CONNECT is answered with 501; an upgrade is forwarded as a request", async () => {
    const url = await record();
    expect(await raw(url, "CONNECT 127.0.0.1:9 HTTP/1.1\r\nHost: a\r\n\r\n")).toMatch(/^HTTP\/1\.1 501 /);
    expect(seen).toBe("");
    expect(recorder.counts.refused).toBe(1);
    const upgrade =
      "GET /api/rest/a HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n";
    answer = "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n";
    expect(await raw(url, upgrade)).toBe("");
    await expectToServe(url);
    expect((await lines())[0]).toMatchObject({
      outcome: "broken",
      reason: "the target changes the protocol",
    });
  });
});

describe("bodies that are not read are forwarded, and the line says why", () => {
  const xml = (value: string) =>
    `<methodResponse><params><param><value><array><data>${value}</data></array></value></param></params></methodResponse>`;
  const zipped = (text: string) => {
    const bytes = gzipSync(text);
    const head = `HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Encoding: gzip\r\nContent-Length: ${bytes.length}\r\n\r\n`;
    return Buffer.concat([Buffer.from(head), bytes]);
  };
  test.each([
    [
      "a small gzip of 60 MB of calls",
      () => zipped(xml("<value>1</value>".repeat(3_750_000))),
      "it is too long",
    ],
    ["a gzip of a million values", () => zipped(xml("<a/>".repeat(1_000_000))), "it has too many values"],
    [
      "a million references",
      () => zipped(xml(`<value>${"&lt;".repeat(1e6)}</value>`)),
      "it has too many values",
    ],
    ["a broken gzip", () => zipped(xml("1")).subarray(0, -9), "its compression is unknown or broken"],
  ])("%s", async (_title, make, why) => {
    const url = await record();
    const made = make();
    answer = Buffer.from(made.toString("latin1").replace(/Content-Length: \d+\r\n/, ""), "latin1");
    expect(await raw(url, good)).toBe(answer.toString("latin1"));
    expect(recorder.counts.unread).toEqual({ [why]: 1 });
    await expectToServe(url);
    expect((await lines())[0]).toMatchObject({ outcome: "http", answer: { unreadable: why } });
  });

  test("of all open exchanges together, at most 128 MB are kept", async () => {
    const url = await record();
    answer = undefined;
    seen = undefined;
    received = 0;
    const [size, count] = [7_000_000, 20];
    const open = Array.from({ length: count }, () => {
      const socket = connect(Number(new URL(url).port), "127.0.0.1").on("error", () => {});
      socket.write(`${xmlHead}Content-Length: ${size + 1}\r\n\r\n`);
      socket.write(Buffer.alloc(size, 0x61));
      return socket;
    });
    await expect.poll(() => received).toBeGreaterThan(size * count);
    const recorded = await lines();
    for (const socket of open) socket.destroy();
    expect(recorded).toHaveLength(count);
    const isCut = ({ request }: ExchangeLine) => request?.unreadable === "it is too long";
    // The bodies arrive at the same time, so the last chunks of some are missing.
    expect(recorded.filter(isCut).length).toBeGreaterThan(0);
    expect(recorded.filter(isCut).length).toBeLessThan(count);
  });
});

describe("clients and shops that do not end", () => {
  test("2,000 open connections do not keep others out", { timeout: 300_000 }, async () => {
    const url = await record();
    const idle = Array.from({ length: 2000 }, () =>
      connect(Number(new URL(url).port), "127.0.0.1").on("error", () => {}),
    );
    await Promise.all(idle.map((socket) => new Promise((resolve) => socket.once("connect", resolve))));
    for (const socket of idle) socket.write("POST /api/jsonrpc HTTP/1.1\r\nX-Slow: ");
    await expectToServe(url);
    for (const socket of idle) socket.destroy();
    await expectToServe(url);
  });

  test("a head that is not finished in time is answered with 408 and counted", async () => {
    const url = await record({ headTimeout_ms: 200 });
    expect(await raw(url, "POST /api/jsonrpc HTTP/1.1\r\nX-Slow: ")).toMatch(/^HTTP\/1\.1 408 /);
    expect(recorder.counts.refused).toBe(1);
    await expectToServe(url);
  });

  test("a shop that does not finish its head keeps only its own client waiting", async () => {
    const url = await record();
    answer = undefined;
    const waiting = raw(url, good);
    await expect.poll(() => seen).toContain("customer.info");
    for (const socket of sockets) socket.write("HTTP/1.1 200 OK\r\nX-Slow: ");
    await expectToServe(url);
    await recorder.stop();
    expect(await waiting).toBe("");
    expect((await lines()).map(({ outcome, reason }) => reason ?? outcome)).toEqual([
      "result",
      "the recording was stopped",
    ]);
  });

  test("an endless description is not rewritten", async () => {
    const url = await record({ rewritesWsdl: true });
    answer = `HTTP/1.1 200 OK\r\n\r\n${"x".repeat(9_000_000)}`;
    const got = await raw(url, "GET /api/v2_soap/?wsdl HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    expect(got).toMatch(/^HTTP\/1\.1 502 [^]*too long for --rewrite-wsdl/);
    await expectToServe(url);
  });
});

describe("the disk", () => {
  test("that is full: calls are answered, and the lost lines are counted", async () => {
    const url = await record({ out: "/dev/full" });
    await expectToServe(url);
    await expectToServe(url);
    await recorder.stop();
    expect(recorder.file).toMatchObject({
      written: 0,
      lost: 2,
      problem: expect.stringMatching(/ENOSPC/) as string,
    });
    expect(warnings).toEqual([expect.stringContaining("/dev/full cannot be written (ENOSPC")]);
  });

  test("whose folder goes away: calls are answered, and every line counts as lost", async () => {
    const own = join(folder, "own");
    mkdirSync(own);
    const url = await record({ out: join(own, "day.jsonl") });
    await expectToServe(url);
    await expect.poll(() => recorder.file.written).toBe(1);
    rmSync(own, { recursive: true });
    await expectToServe(url);
    await expect.poll(() => recorder.file.problem).toBe("the file was removed");
    await expectToServe(url);
    expect(warnings).toEqual([expect.stringContaining("the file was removed")]);
    await recorder.stop();
    expect(recorder.file).toMatchObject({ written: 0, lost: 3 });
    expect(existsSync(own)).toBe(false);
  });
});
