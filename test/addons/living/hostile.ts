/** A server with the worst kinds of answers, selected by the first segment of the path. */
import { createServer } from "node:http";
import { listening, type Listening } from "./servers.js";

export type Hostile = Listening;

const page =
  "<!DOCTYPE html><html><head><title>503</title></head><body><p>Service &nbsp; Unavailable</body></html>";

/**
 * `/hang`, `/html`, `/html503`, `/half` (of the announced length), `/chunk` (no end), `/die`, `/redirect`,
 * `/empty`, `/garbage`.
 */
export function startHostile(): Promise<Hostile> {
  const server = createServer((request, response) => {
    request.resume();
    switch (request.url?.split("/")[1]) {
      case "hang":
        return;
      case "html":
        return void response.writeHead(200, { "Content-Type": "text/html" }).end(page);
      case "html503":
        return void response.writeHead(503, { "Content-Type": "text/html", "Retry-After": "7" }).end(page);
      case "half":
        response.writeHead(200, { "Content-Type": "text/xml", "Content-Length": "1000" });
        response.write("<?xml version='1.0'?><methodResponse>");
        return void setImmediate(() => response.destroy());
      case "chunk":
        response.writeHead(200, { "Content-Type": "application/json" });
        response.write('{"jsonrpc":"2.0","result":[');
        return void setImmediate(() => response.destroy());
      case "die":
        return void request.socket.destroy();
      case "redirect":
        return void response.writeHead(302, { Location: "https://elsewhere.example/" }).end();
      case "empty":
        return void response.writeHead(500).end();
      default:
        return void response
          .writeHead(200, { "Content-Type": "text/xml" })
          .end(Buffer.from([0, 255, 254, 60, 1]));
    }
  });
  return listening(server);
}
