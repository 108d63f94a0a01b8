/** A primary with two standbys, created by copying a folder, because the npm package has no pg_basebackup. */
import { execFile } from "node:child_process";
import { appendFile, cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { freePort } from "./free-port.js";
import {
  addressOf,
  credentials,
  initCluster,
  own,
  removeFolder,
  serverFolder,
  startServerIn,
  type Server,
} from "./postgres.js";

export interface Node extends Server {
  readonly data: string;
}

export class Cluster {
  private constructor(
    readonly nodes: readonly [Node, Node, Node],
    private readonly folder: string,
  ) {}

  /** @param synchronous whether a commit waits until one of the standbys has it on its disk */
  static async start(synchronous: boolean): Promise<Cluster> {
    const folder = await serverFolder();
    const data = [0, 1, 2].map((at) => join(folder, `node-${at}`)) as [string, string, string];
    const ports = [await freePort(), await freePort(), await freePort()] as const;
    await initCluster(data[0]);
    const settings = {
      wal_level: "replica",
      max_connections: "120",
      wal_receiver_status_interval: "1s",
      wal_retrieve_retry_interval: "200ms",
      synchronous_standby_names: synchronous ? "ANY 1 (*)" : "",
    };
    // A standby is a copy of the folder of a server that is not running.
    for (const [at, path] of data.entries()) {
      if (at === 0) continue;
      await cp(data[0], path, { recursive: true });
      await writeFile(join(path, "standby.signal"), "");
      await follow(path, ports[0], `node_${at}`);
      await own(path);
    }
    const primary = await startServerIn(data[0], ports[0], settings);
    const standbys = await Promise.all(
      [1, 2].map((at) => startServerIn(data[at] as string, ports[at] as number, settings)),
    );
    const nodes = [primary, ...standbys].map((server, at) => ({ ...server, data: data[at] as string }));
    return new Cluster(nodes as unknown as [Node, Node, Node], folder);
  }

  get url(): string {
    return addressOf(
      this.nodes.map(({ port }) => port),
      "shop",
      "pool=8",
    );
  }

  /** Promotes the standby with the latest writes once both have all that will arrive; the other one follows it. */
  async promoteBest(): Promise<Node> {
    const standbys = this.nodes.slice(1);
    const streams = "select from pg_stat_wal_receiver where status = 'streaming'";
    for (const node of standbys) while ((await ask(node, streams)).length > 0) await pause(20);
    const received = await Promise.all(
      standbys.map(async (node) => {
        const [row] = await ask<{ lsn: string }>(
          node,
          "select coalesce(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn())::text as lsn",
        );
        return { node, lsn: bytesOf(row?.lsn ?? "0/0") };
      }),
    );
    const [best, other] = received.sort((a, b) => (a.lsn < b.lsn ? 1 : -1)).map(({ node }) => node) as [
      Node,
      Node,
    ];
    await ask(best, "select pg_promote()");
    while ((await ask(best, "select where pg_is_in_recovery()")).length > 0) await pause(20);
    await follow(other.data, best.port, "follower");
    await ask(other, "select pg_reload_conf()");
    return best;
  }

  async stop(): Promise<void> {
    await this.signal(this.nodes, "SIGCONT");
    for (const { pid, ended } of this.nodes) {
      sendTo(pid, "SIGQUIT");
      await ended;
    }
    await removeFolder(this.folder);
  }

  /** Signals all processes of the nodes: each process of PostgreSQL has its own group. */
  async signal(nodes: readonly Node[], signal: NodeJS.Signals): Promise<void> {
    for (const { pid } of nodes) {
      // First, so that it starts no process that the list lacks. Killed, it would have no children to list.
      if (signal === "SIGSTOP") sendTo(pid, signal);
      const { stdout } = await promisify(execFile)("ps", ["-o", "pid=", "--ppid", String(pid)]).catch(() => ({
        stdout: "",
      }));
      const children = stdout
        .split("\n")
        .map(Number)
        .filter((one) => one > 0);
      for (const one of [pid, ...children]) sendTo(one, signal);
    }
  }
}

function sendTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has already ended.
  }
}

export async function ask<Row extends pg.QueryResultRow>(
  { port }: Pick<Node, "port">,
  sql: string,
  database = "postgres",
): Promise<Row[]> {
  const client = new pg.Client({ ...credentials, port, database });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** PostgreSQL uses the last line of a setting. */
async function follow(data: string, port: number, name: string): Promise<void> {
  const { user, password } = credentials;
  // Quoted twice: within the text of the setting.
  const login = `user=${user} password=''${password}'' sslmode=require`;
  const conninfo = `host=127.0.0.1 port=${port} ${login} application_name=${name}`;
  await appendFile(join(data, "postgresql.auto.conf"), `primary_conninfo = '${conninfo}'\n`);
}

function bytesOf(lsn: string): bigint {
  const [high = "0", low = "0"] = lsn.split("/");
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}
