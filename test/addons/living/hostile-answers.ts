/** Answers that no shop should send, byte for byte. */
import { createServer, type Server, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { listening } from "./servers.js";

export interface HostileAnswer {
  readonly title: string;
  /** Everything on the wire; the connection is closed behind it. */
  readonly bytes: () => Buffer;
  /** Sent until the client leaves. */
  readonly endless?: true;
}

function http(body: Buffer | string, headers: readonly string[] = [], status = "200 OK"): Buffer {
  const bytes = Buffer.from(body as string);
  const length = headers.some((one) => /^(content-length|transfer-encoding)/i.test(one))
    ? []
    : [`Content-Length: ${bytes.length}`];
  const head = [`HTTP/1.1 ${status}`, "Connection: close", ...length, ...headers].join("\r\n");
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`, "latin1"), bytes]);
}

const xml = ["Content-Type: text/xml"];
const json = ["Content-Type: application/json"];
const response = (value: string) =>
  `<?xml version="1.0"?><methodResponse><params><param><value>${value}</value></param></params></methodResponse>`;
const soap = (body: string) =>
  `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/" xmlns:x="http://www.w3.org/2001/XMLSchema-instance"><e:Body>${body}</e:Body></e:Envelope>`;
function row(title: string, make: () => Buffer): HostileAnswer {
  let made: Buffer | undefined;
  return { title, bytes: () => (made ??= make()) };
}
const doctype = (subset: string, body = "&a;") =>
  `<?xml version="1.0"?><!DOCTYPE methodResponse ${subset}>${response(body)}`;

export const hostileAnswers: readonly HostileAnswer[] = [
  row("an external DTD", () => http(doctype('SYSTEM "http://127.0.0.1:9/evil.dtd"'), xml)),
  row("a public DTD", () => http(doctype('PUBLIC "-//W3C//DTD" "http://127.0.0.1:9/x.dtd"', "1"), xml)),
  row("an external entity", () => http(doctype('[<!ENTITY a SYSTEM "file:///etc/passwd">]'), xml)),
  row("entities of entities", () =>
    http(doctype(`[<!ENTITY a "${"&b;".repeat(20)}"><!ENTITY b "${"&c;".repeat(20)}"><!ENTITY c "x">]`), xml),
  ),
  row("an open DTD", () => http("<!DOCTYPE methodResponse [<!ENTITY a '", xml)),
  row("1,000 levels of elements", () => http(`${"<a>".repeat(1000)}x${"</a>".repeat(1000)}`, xml)),
  row("20,000 levels of elements", () => http(`${"<a>".repeat(20_000)}x${"</a>".repeat(20_000)}`, xml)),
  row("300 levels of arrays", () =>
    http(response(`${"<array><data><value>".repeat(300)}1${"</value></data></array>".repeat(300)}`), xml),
  ),
  row("20,000 levels of JSON", () => http(`{"result":${"[".repeat(20_000)}${"]".repeat(20_000)}}`, json)),
  row("20,000 levels of objects", () =>
    http(`{"result":${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}}`, json),
  ),
  row("20,000 open lists", () => http(`{"result":${"[".repeat(20_000)}`, json)),
  row("references in a circle", () =>
    http(soap('<r><a id="1" href="#2"/><b id="2" href="#1"/><c id="3"><d href="#3"/></c></r>'), xml),
  ),
  row("an element within itself by reference", () =>
    http(
      soap('<r><return id="1" x:type="ns2:Map"><item><key>a</key><value href="#1"/></item></return></r>'),
      xml,
    ),
  ),
  row("references that double", () => {
    const levels = Array.from(
      { length: 24 },
      (_, at) => `<l id="${at}"><a href="#${at + 1}"/><b href="#${at + 1}"/></l>`,
    );
    return http(soap(`<r><return href="#0"/>${levels.join("")}<l id="24">x</l></r>`), xml);
  }),
  row("a truncated gzip", () =>
    http(gzipSync(response("1")).subarray(0, 30), [...xml, "Content-Encoding: gzip"]),
  ),
  row("a gzip that is none", () => http(response("1"), [...xml, "Content-Encoding: gzip"])),
  row("an unknown encoding", () => http(response("1"), [...xml, "Content-Encoding: zstd-of-ours"])),
  row("a gzip of 80 MB", () => http(gzipSync(Buffer.alloc(80_000_000)), [...xml, "Content-Encoding: gzip"])),
  row("a length that is too long", () => http("<a/>", [...xml, "Content-Length: 9999"])),
  row("a length that is too short", () => http(response("1"), [...xml, "Content-Length: 10"])),
  row("two lengths", () => http("<a/>", ["Content-Length: 4", "Content-Length: 9"])),
  row("a length and chunks", () =>
    http("4\r\n<a/>\r\n0\r\n\r\n", ["Content-Length: 4", "Transfer-Encoding: chunked"]),
  ),
  row("a length that is not a number", () => http("<a/>", ["Content-Length: many"])),
  row("NULs", () => http(`<a>\0\0</a>`, xml)),
  row("NULs in JSON", () => http(`{"result":"\0"}`, json)),
  row("invalid UTF-8", () => http(Buffer.from([0x7b, 0xff, 0xfe, 0xc3, 0x28, 0x7d]), json)),
  row("UTF-16", () => http(Buffer.from(`\ufeff${response("1")}`, "utf16le"), xml)),
  row("an unknown charset", () => http(response("1"), ["Content-Type: text/xml; charset=klingon"])),
  row("a gigantic header", () => http("<a/>", [`X-Big: ${"a".repeat(200_000)}`])),
  row("5,000 headers", () =>
    http(
      "<a/>",
      Array.from({ length: 5000 }, (_, at) => `X-${at}: ${at}`),
    ),
  ),
  row("a header with control characters", () => http("<a/>", ["X-Odd: a\x01b\x7f"])),
  row("a header without a colon", () => http("<a/>", ["Nonsense"])),
  row("a status text with control characters", () => http("<a/>", xml, "200 \x1b[31mO\x07K")),
  row("status 999", () => http("<a/>", xml, "999 Odd")),
  row("status 99", () => http("<a/>", xml, "99 Odd")),
  row("status 101", () => http("", ["Upgrade: websocket", "Connection: Upgrade"], "101 Switching Protocols")),
  row("only status 100", () => Buffer.from("HTTP/1.1 100 Continue\r\n\r\n")),
  row("204 with a body", () => http("<a/>", xml, "204 No Content")),
  row("no HTTP", () => Buffer.from("SSH-2.0-OpenSSH_9.6\r\n")),
  row("nothing", () => Buffer.alloc(0)),
  row("half a head", () => Buffer.from("HTTP/1.1 200 OK\r\nContent-Ty")),
  row("a chunk that is cut", () => http("ff\r\n<a/>", [...xml, "Transfer-Encoding: chunked"])),
  row("a chunk without a size", () => http("zz\r\n<a/>\r\n", [...xml, "Transfer-Encoding: chunked"])),
  row("chunks without an end", () => http("4\r\n<a/>\r\n", [...xml, "Transfer-Encoding: chunked"])),
  row("members of other types", () =>
    http('{"jsonrpc":"2.0","id":1,"error":{"code":{"a":1},"message":["x"],"data":7}}', json),
  ),
  row("a fault without members", () => http('{"jsonrpc":"2.0","id":1,"error":{}}', json)),
  row("a fault that is a text", () => http('{"jsonrpc":"2.0","id":1,"error":"no"}', json)),
  row("messages of other types", () => http('{"messages":{"error":[{"message":{"a":1}}]}}', json, "400 Bad")),
  row("names of prototypes", () =>
    http('{"result":{"__proto__":{"x":1},"constructor":1,"toString":2,"toJSON":3}}', json),
  ),
  row("a struct with names of prototypes", () =>
    http(response("<struct><member><name>__proto__</name><value>1</value></member></struct>"), xml),
  ),
  row("an empty result", () => http('{"jsonrpc":"2.0","id":1,"result":null}', json)),
  row("a result of lists", () => http('{"jsonrpc":"2.0","id":1,"result":[[[[1]]],null,true]}', json)),
  row("a number beyond all", () => http('{"jsonrpc":"2.0","id":1,"result":1e999}', json)),
  row("half a character", () => http('{"jsonrpc":"2.0","id":1,"result":"\\ud800"}', json)),
  row("a fault of XML-RPC without members", () => http("<methodResponse><fault/></methodResponse>", xml)),
  row("a response without a value", () =>
    http("<methodResponse><params><param/></params></methodResponse>", xml),
  ),
  row("an open CDATA", () => http("<a><![CDATA[".repeat(5000), xml)),
  row("50,000 attributes", () =>
    http(`<a ${Array.from({ length: 50_000 }, (_, at) => `a${at}="1"`).join(" ")}/>`, xml),
  ),
  row("50,000 open elements", () => http("<sessionId ".repeat(50_000), xml)),
  { title: "a body without end", bytes: () => http("x", ["Transfer-Encoding: identity"]), endless: true },
];

export interface HostileServer {
  readonly url: string;
  /** What every request gets from now on, by the title. */
  answer: string;
  /** Whether a login gets a session. */
  isLoginFine: boolean;
  close(): void;
}

const goodLogin = {
  xmlrpc: http(response("<string>0123456789abcdef0123456789abcdef</string>"), xml),
  jsonrpc: http('{"jsonrpc":"2.0","id":1,"result":"0123456789abcdef0123456789abcdef"}', json),
  soap: http(soap("<r><loginReturn>0123456789abcdef0123456789abcdef</loginReturn></r>"), xml),
};

export async function startHostileServer(): Promise<HostileServer> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => {});
    let received = "";
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1");
      const end = received.indexOf("\r\n\r\n");
      const length = Number(/^content-length: *(\d+)/im.exec(received)?.[1] ?? 0);
      const isChunked = /^transfer-encoding: *chunked/im.test(received) && !received.endsWith("0\r\n\r\n");
      if (end < 0 || isChunked || received.length < end + 4 + length) return;
      const isLogin = /<methodName>login<|"method":"login"|:login[ >]/.test(received);
      const door = /jsonrpc/.test(received) ? "jsonrpc" : /xmlrpc/.test(received) ? "xmlrpc" : "soap";
      received = "";
      if (isLogin && state.isLoginFine) return void socket.end(goodLogin[door]);
      const { bytes, endless } = hostileAnswers.find(({ title }) => title === state.answer) as HostileAnswer;
      if (!endless) return void socket.end(bytes());
      const more = () => {
        while (!socket.destroyed && socket.write("x".repeat(16_384)));
      };
      socket.write(bytes());
      socket.on("drain", more);
      more();
    });
  });
  const { url } = await listening(server);
  const state: HostileServer = {
    url,
    ...{ answer: "nothing", isLoginFine: true },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
  return state;
}
