/** Whole answers: the same bytes as by node's own end(), in every state of the connection. */
import { once } from "node:events";
import { createServer, type ServerOptions } from "node:http";
import { connect, type AddressInfo } from "node:net";
import express from "express";
import { describe, expect, test } from "vitest";
import { messageClasses } from "../../../src/engine/http/message-classes.js";
import { wire, type Wire } from "../../../src/engine/values/text.js";

/** The servers: node's and this one. */
const [plain, own]: readonly ServerOptions[] = [{}, messageClasses(express())];

const bodies: readonly (Wire | Buffer)[] = [
  wire(""),
  wire('{"id":1}'),
  wire("é€😀".repeat(700)),
  wire("x".repeat(3_000_000)),
  Buffer.from("bytes"),
];

/** The bytes of all answers to these requests in one write; the last request ends the connection. */
async function exchange(
  classes: ServerOptions = {},
  requests: readonly string[] = [],
  delayMs = 0,
): Promise<string> {
  const finished: Promise<unknown>[] = [];
  const server = createServer(classes, (request, response) => {
    finished.push(once(response, "finish"));
    const body = bodies[Number(request.url?.slice(1))] as Wire;
    const answer = () => {
      response.writeHead(200, ["Content-Length", String(body.length), "Date", "today"]);
      response.end(body, "latin1");
    };
    // The later a request was sent, the sooner it is ready: answers wait for the earlier ones.
    if (delayMs === 0) answer();
    else setTimeout(answer, delayMs / finished.length);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  socket.write(requests.join(""));
  await once(socket, "end");
  await Promise.all(finished);
  server.close();
  return Buffer.concat(chunks).toString("latin1");
}

const all = bodies.map((_, at) => `GET /${at} HTTP/1.1\r\nHost: a\r\n`);
const closing = `${all[1]}Connection: close\r\n\r\n`;
const kept = all.map((head) => `${head}\r\n`);

describe.each([
  { title: "one after the other", requests: [...kept, closing], delayMs: 0 },
  { title: "each ready before the earlier ones", requests: [...kept, closing], delayMs: 40 },
  { title: "to HEAD", requests: [...kept.map((head) => head.replace("GET", "HEAD")), closing], delayMs: 0 },
  { title: "to HTTP/1.0", requests: ["GET /2 HTTP/1.0\r\n\r\n"], delayMs: 0 },
])("whole answers $title", ({ requests, delayMs }) => {
  test("are the same bytes as those of node's own end()", async () => {
    const bytes = await exchange(own, requests, delayMs);
    expect(bytes.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(requests.length);
    expect(bytes).toBe(await exchange(plain, requests, delayMs));
  });
});

test("an answer to a disconnected client is not an error", async () => {
  const answered = new Promise<void>((resolve, reject) => {
    const server = createServer(own ?? {}, (_request, response) => {
      response.on("error", reject);
      response.once("close", () => {
        response.writeHead(200);
        response.end(wire("nobody reads this"), "latin1");
        server.close(() => resolve());
      });
      socket.destroy();
    }).listen(0, "127.0.0.1", () => {
      socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
      socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    });
    let socket: ReturnType<typeof connect>;
  });
  await answered;
});
