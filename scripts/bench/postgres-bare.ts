/**
 * The bare script that the service is compared with: the statements of a call, each awaited before the next
 * one. `postgres-bare.ts <url> <connections>`. For a line `info 1` on standard input, it works for one second
 * and prints calls per second and microseconds of processor time per call.
 */
import { createInterface } from "node:readline";
import pg from "pg";

/** In the order in which the service sends them. */
type Statements = readonly (readonly [name: string, text: string, values?: (id: number) => unknown[]])[];

const numbers = "epoch, control, settings, attributes, attribute_sets, categories, api_users";
const versions = ["versions", `select ${numbers} from store_api.versions`] as const;
const session = [
  "session",
  `select ${numbers}, t.id, t.d from store_api.versions
     left join (select id, d from store_api.sessions where id = any($1::text[])) t on true`,
  () => [["none"]],
] as const;
const statements: Readonly<Record<string, Statements>> = {
  info: [
    session,
    ["read", "begin isolation level repeatable read read only"],
    versions,
    ["product", "select d from store_api.products where id = $1", (id) => [id]],
    [
      "places",
      "select d from store_api.category_products where store_api.number_of(d -> 'product_id') = $1::float8 order by id",
      (id) => [id],
    ],
    ["commit", "commit"],
  ],
  update: [
    session,
    ["write", "begin isolation level read committed"],
    ["guard", "select pg_advisory_xact_lock_shared(1)"],
    versions,
    ["lock", "select d, xmin::text from store_api.products where id = $1 for update", (id) => [id]],
    [
      "put",
      "insert into store_api.products (id, d) values ($1, $2) on conflict (id) do update set d = excluded.d",
      (id) => [id, productText(id)],
    ],
    ["commit", "commit"],
  ],
};

/** A product as the service stores it. */
export function productText(id: number): string {
  const values = {
    "0": { name: `Bench product ${id}`, price: 19.99, status: 1, visibility: 4, weight: 1.5 },
  };
  const times = { created_at: "2024-01-01 00:00:00", updated_at: "2024-01-01 00:00:00" };
  const parts = { website_ids: [1], values, tier_prices: [], images: [] };
  return JSON.stringify({ id, type: "simple", set: 4, sku: `bench-${id}`, ...times, ...parts });
}

async function run(clients: readonly pg.Client[], call: Statements, seconds: number): Promise<void> {
  const [started, used] = [performance.now(), process.cpuUsage()];
  const until = started + seconds * 1000;
  let done = 0;
  const one = async (client: pg.Client): Promise<void> => {
    while (performance.now() < until) {
      const id = 1001 + Math.floor(Math.random() * 1000);
      for (const [name, text, values] of call) {
        await client.query({ name, text, ...(values ? { values: values(id) } : {}) });
      }
      done += 1;
    }
  };
  await Promise.all(clients.map(one));
  const { user, system } = process.cpuUsage(used);
  const perSecond = done / ((performance.now() - started) / 1000);
  console.log(JSON.stringify({ perSecond, cpu_us: (user + system) / done }));
}

const [url, connections] = process.argv.slice(2);
if (url && connections) {
  const clients = Array.from({ length: Number(connections) }, () => new pg.Client(url));
  await Promise.all(clients.map((client) => client.connect()));
  for await (const line of createInterface({ input: process.stdin })) {
    const [name = "", seconds] = line.split(" ");
    const call = statements[name];
    if (call) await run(clients, call, Number(seconds));
  }
  await Promise.all(clients.map((client) => client.end()));
}
