/**
 * The setup of a run with TEST_PRISM=1: Prism for both contracts, and the server behind it that repeats
 * recorded answers.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { startPrism } from "./prism.js";

interface Recorded {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly text: string;
}

/** Headers of the connection, not of the answer. */
const ofTheWay = ["connection", "content-length", "transfer-encoding", "keep-alive", "content-encoding"];

export default async function setup(): Promise<() => Promise<void>> {
  // Each project of the run calls this; one Prism is sufficient.
  if (process.env.TEST_PRISM_RECORDER) return async () => {};
  const recorded = new Map<string, Recorded>();
  let [last, judged] = [0, 0];

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const id = request.headers["x-recorded"];
    if (id === undefined) {
      recorded.set(String((last += 1)), JSON.parse(body) as Recorded);
      response.end(String(last));
      return;
    }
    const found = recorded.get(String(id));
    recorded.delete(String(id));
    if (!found) throw new Error(`nothing is recorded as ${String(id)}`);
    judged += 1;
    const kept = found.headers.filter(([name]) => !ofTheWay.includes(name.toLowerCase()));
    response.writeHead(found.status, [...kept, ["X-Was-Recorded", "1"]].flat());
    response.end(found.text);
  }

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const upstream = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const operations = await startPrism("proxy", "generated/rpc.openapi.json", upstream);
  const others = await startPrism("proxy", "openapi.yaml", upstream);
  process.env.TEST_PRISM_RECORDER = upstream;
  process.env.TEST_PRISM_OPERATIONS = operations.url;
  process.env.TEST_PRISM_OTHERS = others.url;
  return async () => {
    console.log(`Prism has judged ${judged} exchanges.`);
    operations.stop();
    others.stop();
    server.closeAllConnections();
    server.close();
  };
}
