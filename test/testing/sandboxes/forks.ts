/**
 * The cost of forks: many sandboxes of a shop with many products, in memory and in time, on a server in a
 * separate process.
 */
import { Agent, request } from "node:http";
import { ServerProcess } from "../../attacks/server-process.js";
import { newTally, type Tally } from "../../engine/storage/torture/tally.js";

const allowed_mb = 300;

export async function measureForks(forks: number, products: number): Promise<Tally> {
  const tally = newTally(`${forks} forks of ${products} products`);
  const server = await ServerProcess.start({ settings: { dataset: "minimal" } });
  const client = new Client(server.address);
  try {
    await fill(client, products);
    const { memory: before } = await server.measure();
    const names = Array.from({ length: forks }, (_, at) => `fork-${at}`);
    const show = (what: string, times: readonly number[]) => console.error(`${what}: ${shown(times)}`);
    show("a call that does nothing", await each(names, () => client.call("GET", "/control/clock")));
    show("a fork", await each(names, (name) => client.call("POST", "/control/sandboxes", { name })));
    // A test works in each of them.
    show("a session and a write in each", await each(names, (name) => work(client, name)));
    const lists = Array.from({ length: 10 }, (_, at) => `list ${at}`);
    show("a list of all", await each(lists, () => client.call("GET", "/control/sandboxes")));
    const reset = (name: string) => client.call("POST", `/sandbox/${name}/control/reset`, {});
    show("a reset in each", await each(names, reset));
    show("work after it", await each(names, (name) => work(client, name)));
    const { memory: after } = await server.measure();
    const rss_mb = (after.rss - before.rss) / 1e6;
    console.error(`all of them: ${rss_mb.toFixed(0)} MB, garbage included`);
    if (rss_mb > allowed_mb) tally.violations.push(`the forks take ${rss_mb.toFixed(0)} MB`);
    tally.rounds = forks;
  } finally {
    client.close();
    await server.stop();
  }
  return tally;
}

/** Milliseconds, for each measurement. */
async function each(names: readonly string[], act: (name: string) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (const name of names) {
    const since = performance.now();
    await act(name);
    times.push(performance.now() - since);
  }
  return times;
}

function shown(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const [p50 = 0, p99 = 0] = [0.5, 0.99].map((part) => sorted[Math.floor(sorted.length * part)]);
  return `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, longest ${sorted.at(-1)?.toFixed(1)} ms`;
}

async function work(client: Client, name: string): Promise<void> {
  const headers = { "X-Sandbox": name };
  const { session } = (await client.call("POST", "/control/sessions", { username: "admin" }, headers)) as {
    session: string;
  };
  const authorized = { ...headers, Authorization: `Bearer ${session}` };
  const change = { productId: 7, productData: { price: 9 } };
  await client.call("POST", "/api/rpc/catalog_product.update", change, authorized);
}

async function fill(client: Client, products: number): Promise<void> {
  const { session } = (await client.call("POST", "/control/sessions", { username: "admin" })) as {
    session: string;
  };
  for (let at = 0; at < products; at += 100) {
    const batch = Array.from({ length: 100 }, (_, index) => ({
      ...{ jsonrpc: "2.0", id: index, method: "catalog_product.create" },
      params: {
        ...{ type: "simple", set: 4, sku: `sku-${at + index}` },
        productData: { name: `Product ${at + index}`, price: 10, description: "A thing of the shop" },
      },
    }));
    await client.call("POST", "/api/jsonrpc", batch, { Authorization: `Bearer ${session}` });
  }
}

/** One connection, with little work of its own, which would count as the server's. */
class Client {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(private readonly address: string) {}

  /** The body of the answer. Rejects if the call is refused. */
  call(method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<unknown> {
    const { agent, address } = this;
    const text = body && JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const options = { agent, method, headers: { "Content-Type": "application/json", ...headers } };
      const sent = request(address + path, options, (response) => {
        let answer = "";
        response.setEncoding("utf8").on("data", (part: string) => (answer += part));
        response.on("end", () => {
          if ((response.statusCode ?? 500) < 300) resolve(answer === "" ? undefined : JSON.parse(answer));
          else reject(new Error(`${method} ${path} answered ${response.statusCode} ${answer}`));
        });
      });
      sent.on("error", reject).end(text);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}
