// The server to compare with: only node:http. It reads the body of a request and answers with the given
// number of bytes.
import { createServer } from "node:http";

const body = Buffer.alloc(Number(process.argv[2]), "x");
const headers = { "Content-Type": "application/json", "Content-Length": body.length };
const server = createServer((request, response) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    Buffer.concat(chunks);
    response.writeHead(200, headers);
    response.end(body);
  });
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
