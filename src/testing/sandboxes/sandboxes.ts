/** The sandboxes of a server: forks of its shop, found by header, address, login name or session (interface 10). */
import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { AdjustableClock } from "../../engine/clock.js";
import type { ShopVersion } from "../control/controlled-shop.js";
import { JournalRoom } from "../journal/journal-room.js";
import type { NamedJournal, NewSandbox, Sandboxes, SandboxSummary } from "../control/sandboxes.js";
import { globalFault } from "../../engine/calls/faults.js";
import type { ShopRoute, NoRoute, ShopFinder } from "../../engine/http/served-shop.js";
import { VersionedFiles } from "../../engine/files/versioned-files.js";
import type { FindService } from "../../engine/calls/service.js";
import { versionWithout } from "../../engine/storage/state.js";
import type { Version } from "../../engine/storage/storage.js";
import { nextSlice } from "../../engine/time-slices.js";
import { Sandbox, type ForkParts, type SandboxShop } from "./sandbox.js";

const addressForm = /^\/sandbox\/([^/?]+)([^]*)$/;

/** Sessions that carry their sandbox, in all; the oldest are forgotten first. */
const maxCarried = 100_000;

const sweepEveryMs = 1000;

/** Sandboxes in a list between two turns of the event loop. */
const listedPerTurn = 50;

export class SandboxRegistry implements Sandboxes, ShopFinder {
  private readonly sandboxes = new Map<string, Sandbox>();
  /** By the session. */
  private readonly carried = new Map<string, Sandbox>();
  private readonly room = new JournalRoom();
  private readonly forkables = new WeakMap<Version, Version>();
  private sweeper: NodeJS.Timeout | undefined;
  /** Where they are forked from. Set before the first request. */
  main!: SandboxShop;

  constructor(
    private readonly parts: {
      readonly openShop: (parts: ForkParts) => SandboxShop;
      /** A dataset that comes with the application. */
      readonly named: (name: string) => Promise<ShopVersion>;
      readonly onError: (error: unknown) => void;
    },
  ) {}

  find(request: IncomingMessage): ShopRoute | NoRoute | undefined {
    const url = request.url ?? "/";
    const header = request.headers["x-sandbox"] as string | undefined;
    const { authorization } = request.headers;
    const isByAddress = url.startsWith("/sandbox/");
    if (header === undefined && !isByAddress) {
      return authorization === undefined ? undefined : this.findByCredentials(authorization, url);
    }
    const [, segment = "", rest = ""] = isByAddress ? (addressForm.exec(url) ?? []) : [];
    const address = isByAddress ? decode(segment) : undefined;
    const inner = isByAddress ? innerUrl(rest) : url;
    if (header !== undefined && address !== undefined && header !== address) {
      const message = "The header X-Sandbox and the address name different sandboxes.";
      return { status: 400, message, url: inner };
    }
    if (inner.startsWith("/sandbox/")) {
      return { status: 404, message: "There are no sandboxes inside sandboxes.", url: inner };
    }
    return this.enter(header ?? address ?? "", inner);
  }

  /** HTTP Basic with a login name, or the session that such a login has opened. */
  private findByCredentials(authorization: string, url: string): ShopRoute | NoRoute | undefined {
    if (this.carried.size > 0 && /^bearer /i.test(authorization)) {
      const sandbox = this.carried.get(authorization.slice("bearer ".length).trim());
      return sandbox && this.enter(sandbox.name, url);
    }
    if (!/^basic /i.test(authorization)) return undefined;
    const text = Buffer.from(authorization.slice("basic ".length), "base64").toString();
    const name = sandboxOf(text.slice(0, text.indexOf(":")));
    return name === undefined ? undefined : this.enter(name, url);
  }

  private enter(name: string, url: string): ShopRoute | NoRoute {
    const sandbox = this.alive(name);
    if (!sandbox) return { status: 404, message: unknownSandbox(name), url };
    return { shop: sandbox.enter(), url };
  }

  /** For requests to the main shop whose parameters lead into a sandbox. */
  readonly findService: FindService = ({ method, params }) => {
    if (method === "login") {
      const username: unknown = Array.isArray(params)
        ? params[0]
        : (params as { username?: unknown }).username;
      const name = typeof username === "string" ? sandboxOf(username) : undefined;
      if (name === undefined) return undefined;
      const entry = this.enter(name, "");
      return "shop" in entry ? (entry.shop as SandboxShop).rpc : globalFault("access_denied", entry.message);
    }
    if (this.carried.size === 0) return undefined;
    const session: unknown = Array.isArray(params)
      ? params[0]
      : (params as { sessionId?: unknown }).sessionId;
    const sandbox = typeof session === "string" ? this.carried.get(session) : undefined;
    if (!sandbox) return undefined;
    const entry = this.enter(sandbox.name, "");
    return "shop" in entry ? (entry.shop as SandboxShop).rpc : undefined;
  };

  async create({ name = newName(), from, expires_in_seconds = 3600 }: NewSandbox): Promise<SandboxSummary> {
    const { state, files, clock } = await this.originOf(from);
    const origin = { state: this.forkable(state), files, clock };
    const sandbox: Sandbox = new Sandbox({
      name,
      origin,
      lifetimeMs: expires_in_seconds * 1000,
      shopOver: (storage) =>
        this.parts.openShop({
          storage,
          files: new VersionedFiles(undefined, files),
          clock: new AdjustableClock(clock),
          start: async () => origin,
          sandbox: name,
          journals: this.room,
          carries: (session) => this.carry(session, sandbox),
        }),
    });
    this.sandboxes.set(name, sandbox);
    this.sweeper ??= setInterval(() => this.sweep(), sweepEveryMs).unref();
    return sandbox.summary();
  }

  /** Forks of one version share one: each would take a kilobyte for itself. */
  private forkable(version: Version): Version {
    const known = this.forkables.get(version);
    if (known) return known;
    const made = versionWithout(version, ["sessions", "idempotency_keys"]);
    this.forkables.set(version, made);
    return made;
  }

  private originOf(from: NewSandbox["from"] = "current"): Promise<ShopVersion> {
    if (from === "current") return this.main.version();
    if (from === "sample" || from === "minimal") return this.parts.named(from);
    const snapshot = this.main.snapshots.get(from);
    if (!snapshot) throw new Error(`the caller makes sure that there is a snapshot ${from}`);
    return Promise.resolve(snapshot.version);
  }

  has(name: string): boolean {
    return this.alive(name) !== undefined;
  }

  get size(): number {
    return this.sandboxes.size;
  }

  async list(): Promise<SandboxSummary[]> {
    const names = [...this.sandboxes.keys()].sort();
    const summaries: SandboxSummary[] = [];
    for (const [at, name] of names.entries()) {
      if (at % listedPerTurn === listedPerTurn - 1) await nextSlice();
      const sandbox = this.alive(name);
      if (sandbox) summaries.push(await sandbox.summary());
    }
    return summaries;
  }

  names(atMost: number): readonly string[] {
    return [...this.sandboxes.keys()].slice(0, atMost);
  }

  journals(atMost: number): readonly NamedJournal[] {
    const latest = [...this.sandboxes.values()].slice(-atMost).reverse();
    const called = latest.flatMap(({ name, journal }) => (journal ? [{ sandbox: name, journal }] : []));
    return [{ sandbox: undefined, journal: this.main.journal }, ...called];
  }

  remove(name: string): boolean {
    const sandbox = this.alive(name);
    if (!sandbox) return false;
    this.drop(name, sandbox);
    return true;
  }

  clear(): void {
    for (const [name, sandbox] of this.sandboxes) this.drop(name, sandbox);
    clearInterval(this.sweeper);
  }

  private alive(name: string): Sandbox | undefined {
    const sandbox = this.sandboxes.get(name);
    if (!sandbox?.isOver) return sandbox;
    this.drop(name, sandbox);
    return undefined;
  }

  private sweep(): void {
    for (const name of this.sandboxes.keys()) this.alive(name);
    if (this.sandboxes.size > 0) return;
    clearInterval(this.sweeper);
    this.sweeper = undefined;
  }

  private drop(name: string, sandbox: Sandbox): void {
    this.sandboxes.delete(name);
    for (const session of sandbox.sessions) this.carried.delete(session);
    sandbox.stop().catch(this.parts.onError);
  }

  private carry(session: string, sandbox: Sandbox): void {
    if (this.carried.size >= maxCarried) this.forgetOldest();
    this.carried.set(session, sandbox);
    sandbox.sessions.add(session);
  }

  private forgetOldest(): void {
    const [session, sandbox] = this.carried.entries().next().value ?? [];
    if (session === undefined) return;
    this.carried.delete(session);
    sandbox?.sessions.delete(session);
  }
}

/** `admin+box` → `box` */
function sandboxOf(username: string): string | undefined {
  const plus = username.lastIndexOf("+");
  return plus < 0 || username.includes("@") ? undefined : username.slice(plus + 1);
}

function innerUrl(rest: string): string {
  return rest.startsWith("/") ? rest : `/${rest}`;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function unknownSandbox(name: string): string {
  return `There is no sandbox ${JSON.stringify(name.slice(0, 80))}; it may have expired.`;
}

function newName(): string {
  return `box-${randomBytes(6).toString("hex")}`;
}
