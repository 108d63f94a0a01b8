// The yardstick: node:http and nothing else, answering a body of the given size.
import { createServer } from "node:http";

const body = Buffer.alloc(Number(process.argv[2]), "x");
const headers = { "Content-Type": "application/json", "Content-Length": body.length };
const server = createServer((_request, response) => {
  response.writeHead(200, headers);
  response.end(body);
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
