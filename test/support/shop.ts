/** A whole server in the test's process, on a separate port, with an empty storage and a frozen clock.
 *
 *     const shop = await startShop();
 *     expect(await shop.call("catalog_category.level")).toEqual([…]);
 *     await expect(shop.call("catalog_category.info", [99])).rejects.toMatchObject({ fault: "not_exists" });
 */
import type { AddressInfo } from "node:net";
import type { Addons } from "../../src/addons.js";
import { Secrets } from "../../src/engine/access/secrets.js";
import { AdjustableClock } from "../../src/engine/clock.js";
import { type ShopSettings, defaultSettings } from "../../src/shop/settings.js";
import { firstVersion } from "../../src/shop/states/migrations/migrations.js";
import { silentLog, type Log } from "../../src/engine/log/log.js";
import { createStoreServer, type ApplicationServer, type StoreServerParts } from "../../src/store-server.js";
import type { Bounds, Guard } from "../../src/engine/guard/guard.js";
import type { Storage } from "../../src/engine/storage/storage.js";
import { closedAtEnd } from "./closed.js";
import { checkAnswer } from "./contract.js";
import { exchange } from "./http-client.js";
import { askPrism } from "./prism-judge.js";
import { openTestStorage, type TestStorage, type Topology } from "./storages.js";
import { checkHttpAnswer } from "./published.js";

/** The time of every test by default. */
export const testTime = "2025-06-01 12:00:00";

export const admin = { username: "admin", key: "admin123" };

export type TestDataset = "minimal" | "sample";

export interface ShopOptions {
  /** Default: minimal. */
  readonly dataset?: TestDataset;
  /** Default: that of the first release, which the reference describes. */
  readonly dataVersion?: number | undefined;
  readonly storage?: Storage;
  /** Default: that of the run. */
  readonly topology?: Topology;
  readonly settings?: Partial<ShopSettings>;
  readonly log?: Log;
  readonly startDataset?: StoreServerParts["startDataset"];
  readonly tls?: StoreServerParts["tls"];
  readonly telemetry?: StoreServerParts["telemetry"];
  /** Default: all. */
  readonly addons?: Pick<Addons, "pages">;
  readonly guard?: Guard;
  readonly bounds?: Partial<Bounds>;
  readonly startDocument?: NonNullable<StoreServerParts["startDocument"]>;
  readonly faultTexts?: StoreServerParts["faultTexts"];
  readonly customerAttributes?: NonNullable<StoreServerParts["customerAttributes"]>;
}

export interface RpcAnswer {
  readonly jsonrpc: "2.0";
  readonly id: string | number | null;
  readonly result?: unknown;
  readonly error?: RpcError;
}

export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data: { readonly fault: string; readonly resource?: string; readonly [member: string]: unknown };
}

/** The error of `call` if the operation returns a fault. */
export class CallFault extends Error {
  override name = "CallFault";
  readonly fault: string;
  readonly code: number;
  readonly data: RpcError["data"];
  constructor(error: RpcError) {
    super(`${error.data.fault} ${error.code}: ${error.message}`);
    this.fault = error.data.fault;
    this.code = error.code;
    this.data = error.data;
  }
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON. */
  readonly json: unknown;
}

export interface HttpRequest {
  /** Text and bytes are sent unchanged, any other value as JSON. */
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** A weak hash is sufficient here, because a strong one takes time. */
const passwordHashCost = 10;

/** A shop that is closed at the end of its test, or of its file; a hook closes what it starts. */
export async function startShop(options: ShopOptions = {}): Promise<Shop> {
  return closedAtEnd(await openShop(options));
}

/** A shop that the caller closes, for walks outside of vitest. */
export async function openShop(options: ShopOptions = {}): Promise<Shop> {
  const dataset = options.dataset ?? "minimal";
  const { storage, remove, openAgain }: TestStorage = options.storage
    ? { storage: options.storage, remove: async () => {} }
    : await openTestStorage(options.topology);
  const clock = new AdjustableClock();
  clock.freeze(testTime);
  const settings = defaultSettings({ port: 0, dataset, passwordHashCost, ...options.settings });
  const parts: Omit<StoreServerParts, "storage"> = {
    settings,
    clock,
    log: options.log ?? silentLog(),
    secrets: Secrets.by(settings),
    tls: options.tls,
    telemetry: options.telemetry,
    faultTexts: options.faultTexts,
    ...(options.guard ? { guard: options.guard } : {}),
    ...(options.bounds ? { bounds: options.bounds } : {}),
    ...(options.startDataset ? { startDataset: options.startDataset } : {}),
    ...(options.startDocument ? { startDocument: options.startDocument } : {}),
    ...(options.customerAttributes ? { customerAttributes: options.customerAttributes } : {}),
    dataVersion: options.dataVersion ?? firstVersion,
  };
  const start = async (over: Storage, baseUrl?: string) => {
    const settings = baseUrl === undefined ? parts.settings : { ...parts.settings, baseUrl };
    const server = createStoreServer({ ...parts, settings, storage: over }, options.addons);
    await server.prepare();
    await server.listener.listen();
    return { server, storage: over };
  };
  const first = await start(storage);
  // Servers of one shop have one public address.
  const second = openAgain && (await start(await openAgain(), first.server.listener.address));
  const own = options.customerAttributes ?? options.settings?.customerAttributes ?? [];
  return new Shop(first.server, storage, clock, own.length > 0, { second, remove });
}

interface MoreServers {
  readonly second?: { readonly server: ApplicationServer; readonly storage: Storage } | undefined;
  readonly remove?: () => Promise<void>;
}

function urlOf(server: ApplicationServer): string {
  return `http://127.0.0.1:${(server.listener.server.address() as AddressInfo).port}`;
}

export class Shop {
  readonly url: string;
  private readonly urls: readonly string[];
  private turn = -1;
  private adminSession: Promise<string> | undefined;
  private closing: Promise<void> | undefined;

  constructor(
    readonly server: ApplicationServer,
    readonly storage: Storage,
    readonly clock: AdjustableClock,
    /** Its customers have members that the committed contracts do not contain. */
    private readonly hasOwnAttributes = false,
    private readonly more: MoreServers = {},
  ) {
    this.url = urlOf(server);
    this.urls = [this.url, ...(more.second ? [urlOf(more.second.server)] : [])];
  }

  /** Of several servers, the next one in turn. */
  private nextUrl(): string {
    this.turn += 1;
    return this.urls[this.turn % this.urls.length] as string;
  }

  /** A new session. Rejects with the fault of a refusal. */
  async login(username = admin.username, key = admin.key): Promise<string> {
    return resultOf(await this.rpc("login", [username, key])) as string;
  }

  /** The session of the first API user that `call` uses. */
  session(): Promise<string> {
    this.adminSession ??= this.login();
    return this.adminSession;
  }

  /** The result of an operation, called by the first API user. Rejects with a `CallFault`. */
  async call(path: string, args?: unknown, session?: string): Promise<unknown> {
    const params = [session ?? (await this.session()), path, ...(args === undefined ? [] : [args])];
    return resultOf(await this.rpc("call", params));
  }

  /** The answer to one JSON-RPC request. */
  async rpc(method: unknown, params?: unknown, headers: Record<string, string> = {}): Promise<RpcAnswer> {
    return (await this.send({ jsonrpc: "2.0", id: 1, method, params }, headers)) as RpcAnswer;
  }

  /** The answer to a raw body: a request, a batch, or any other text. Undefined if there is none (204). */
  async send(body: unknown, headers: Record<string, string> = {}): Promise<unknown> {
    const answer = await this.http("POST", "/api/jsonrpc", { body, headers });
    if (answer.status === 204 && answer.text === "") return undefined;
    if (answer.status !== 200)
      throw new Error(`JSON-RPC answered with status ${answer.status}: ${answer.text}`);
    if (!this.hasOwnAttributes) checkAnswers(body, answer.json);
    return answer.json;
  }

  async http(method: string, path: string, request: HttpRequest = {}): Promise<HttpAnswer> {
    const { body, headers = {} } = request;
    const isRaw = typeof body === "string" || body instanceof Uint8Array;
    const sent = {
      headers: { ...(body === undefined || isRaw ? {} : { "Content-Type": "application/json" }), ...headers },
      body: body === undefined ? undefined : bodyOf(body),
    };
    const answer = await exchange(this.nextUrl() + path, { method, ...sent });
    if (!this.hasOwnAttributes) {
      checkHttpAnswer(method, path, answer);
      await askPrism({ method, path, request: sent, answer });
    }
    return {
      ...answer,
      get json() {
        return JSON.parse(answer.text) as unknown;
      },
    };
  }

  /** Resets the whole state to a dataset, and the clock to the time of all tests. */
  async reset(dataset?: TestDataset | object): Promise<void> {
    const { status, text } = await this.http("POST", "/control/reset", { body: dataset ? { dataset } : {} });
    if (status !== 204) throw new Error(`reset answered ${status}: ${text}`);
    // The other server learns the clock of the dataset with its next request, before the test sets the clock.
    for (const url of this.urls.slice(1))
      for (const one of [url, this.url]) await fetch(`${one}/control/clock`);
    this.clock.freeze(testTime);
    this.adminSession = undefined;
  }

  /** Restores a snapshot, which ends all sessions. */
  async restore(name: string): Promise<void> {
    const { status, text } = await this.http("POST", `/control/snapshots/${name}/restore`);
    if (status !== 204) throw new Error(`restoring a snapshot answered ${status}: ${text}`);
    this.adminSession = undefined;
  }

  /** An API user with these access nodes; null = no role. */
  async saveUser(username: string, roles: readonly string[] | null, more: object = {}): Promise<void> {
    const body = { username, api_key: "secret123", roles, ...more };
    const { status, text } = await this.http("POST", "/control/users", { body });
    if (status !== 201 && status !== 200) throw new Error(`saving a user answered ${status}: ${text}`);
  }

  /** Once: tests that need the end earlier close it themselves. */
  close(): Promise<void> {
    return (this.closing ??= this.end());
  }

  private async end(): Promise<void> {
    await this.server.close();
    await this.more.second?.server.close();
    await this.more.second?.storage.close();
    await this.storage.close();
    await this.more.remove?.();
  }
}

/** `Authorization` of HTTP Basic. */
export function basic(username = admin.username, key = admin.key): Record<string, string> {
  return { Authorization: `Basic ${Buffer.from(`${username}:${key}`).toString("base64")}` };
}

export function bearer(session: string): Record<string, string> {
  return { Authorization: `Bearer ${session}` };
}

function resultOf({ result, error }: RpcAnswer): unknown {
  if (error) throw new CallFault(error);
  return result;
}

function bodyOf(body: unknown): string | Uint8Array<ArrayBuffer> {
  // Bytes instead of text prevent fetch from adding a Content-Type.
  if (typeof body === "string") return new TextEncoder().encode(body);
  return body instanceof Uint8Array ? (body as Uint8Array<ArrayBuffer>) : JSON.stringify(body);
}

function checkAnswers(body: unknown, answer: unknown): void {
  if (Array.isArray(answer)) {
    const answered = (body as unknown[]).filter((request) => !isNotification(request));
    answer.forEach((one, index) => checkAnswer(...methodOf(answered[index]), one));
  } else {
    checkAnswer(...methodOf(body), answer);
  }
}

function methodOf(request: unknown): [method: unknown, params: unknown] {
  const { method, params } = (request ?? {}) as { method?: unknown; params?: unknown };
  return [method, params];
}

/** A valid request without an id. */
function isNotification(request: unknown): boolean {
  const { jsonrpc, method, id } = (request ?? {}) as Record<string, unknown>;
  return jsonrpc === "2.0" && typeof method === "string" && id === undefined;
}
