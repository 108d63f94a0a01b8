/** The sandboxes of a server: forks of its instance, selected by header, address, login name or session (docs/testing.md). */
import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { AdjustableClock } from "../../engine/clock.js";
import type { InstanceVersion } from "../control/controlled-instance.js";
import { JournalRoom } from "../journal/journal-room.js";
import type { NamedJournal, NewSandbox, Sandboxes, SandboxSummary } from "../control/sandboxes.js";
import { wrongCredentials } from "../../engine/contract/faults.js";
import type { InstanceRoute, NoRoute, InstanceFinder } from "../../engine/serving/served-instance.js";
import { VersionedFiles } from "../../engine/files/versioned-files.js";
import type { FindService } from "../../engine/calls/call.js";
import { versionWithout } from "../../engine/storage/state.js";
import type { Version } from "../../engine/storage/storage.js";
import { decodeSegment } from "../../engine/http/request.js";
import { Reservations } from "../../engine/values/reservations.js";
import { nextSlice } from "../../engine/time-slices.js";
import { Sandbox, type ForkParts, type SandboxInstance } from "./sandbox.js";

const addressForm = /^\/sandbox\/([^/?]+)([^]*)$/;

/** How many sessions are mapped to sandboxes; beyond that, the oldest mapping is dropped. */
const maxSessions = 100_000;

const sweepEveryMs = 1000;

/** How many sandboxes are listed between two yields to the event loop. */
const sandboxesPerYield = 50;

export class SandboxRegistry implements Sandboxes, InstanceFinder {
  private readonly sandboxes = new Map<string, Sandbox>();
  private readonly creating = new Reservations<string>();
  /** The sandbox of each session. */
  private readonly bySession = new Map<string, Sandbox>();
  private readonly journalRoom = new JournalRoom();
  private readonly forkables = new WeakMap<Version, Version>();
  private sweeper: NodeJS.Timeout | undefined;
  /** The instance that sandboxes are forked from. Set before the first request. */
  main!: SandboxInstance;

  constructor(
    private readonly parts: {
      readonly openInstance: (parts: ForkParts) => SandboxInstance;
      /** The state of a built-in dataset. */
      readonly named: (name: string) => Promise<InstanceVersion>;
      readonly onError: (error: unknown) => void;
    },
  ) {}

  find(request: IncomingMessage): InstanceRoute | NoRoute | undefined {
    const url = request.url ?? "/";
    const header = request.headers["x-sandbox"] as string | undefined;
    const { authorization } = request.headers;
    const isByAddress = url.startsWith("/sandbox/");
    if (header === undefined && !isByAddress) {
      return authorization === undefined ? undefined : this.findByCredentials(authorization, url);
    }
    const [, segment = "", rest = ""] = isByAddress ? (addressForm.exec(url) ?? []) : [];
    const address = isByAddress ? decodeSegment(segment) : undefined;
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

  /** Selects a sandbox by HTTP Basic with a login name such as `admin+box`, or by a session of such a login. */
  private findByCredentials(authorization: string, url: string): InstanceRoute | NoRoute | undefined {
    if (this.bySession.size > 0 && /^bearer /i.test(authorization)) {
      const sandbox = this.bySession.get(authorization.slice("bearer ".length).trim());
      return sandbox && this.enter(sandbox.name, url);
    }
    if (!/^basic /i.test(authorization)) return undefined;
    const text = Buffer.from(authorization.slice("basic ".length), "base64").toString();
    const name = sandboxOf(text.slice(0, text.indexOf(":")));
    return name === undefined ? undefined : this.enter(name, url);
  }

  private enter(name: string, url: string): InstanceRoute | NoRoute {
    const sandbox = this.liveSandbox(name);
    if (!sandbox) return { status: 404, message: unknownSandbox(name), url };
    return { instance: sandbox.enter(), url };
  }

  /** Selects a sandbox for a request to the main instance by its parameters: the login name or the session. */
  readonly findService: FindService = ({ method, params }) => {
    if (method === "login") {
      const username: unknown = Array.isArray(params)
        ? params[0]
        : (params as { username?: unknown }).username;
      const name = typeof username === "string" ? sandboxOf(username) : undefined;
      if (name === undefined) return undefined;
      const entry = this.enter(name, "");
      return "instance" in entry
        ? (entry.instance as SandboxInstance).service
        : wrongCredentials(entry.message);
    }
    if (this.bySession.size === 0) return undefined;
    const session: unknown = Array.isArray(params)
      ? params[0]
      : (params as { sessionId?: unknown }).sessionId;
    const sandbox = typeof session === "string" ? this.bySession.get(session) : undefined;
    if (!sandbox) return undefined;
    const entry = this.enter(sandbox.name, "");
    return "instance" in entry ? (entry.instance as SandboxInstance).service : undefined;
  };

  async create({ name = newName(), ...wanted }: NewSandbox): Promise<SandboxSummary> {
    const sandbox = await this.creating.createOnce(name, () => this.createNamed(name, wanted));
    return sandbox.summary();
  }

  private async createNamed(name: string, { from, expires_in_seconds = 3600 }: NewSandbox): Promise<Sandbox> {
    const { state, files, clock } = await this.originOf(from);
    const origin = { state: this.forkable(state), files, clock };
    const sandbox: Sandbox = new Sandbox({
      name,
      origin,
      lifetimeMs: expires_in_seconds * 1000,
      instanceOver: (storage) =>
        this.parts.openInstance({
          storage,
          files: new VersionedFiles(undefined, files),
          clock: new AdjustableClock(clock),
          start: async () => origin,
          sandbox: name,
          journals: this.journalRoom,
          carries: (session) => this.addSession(session, sandbox),
        }),
    });
    this.sandboxes.set(name, sandbox);
    this.sweeper ??= setInterval(() => this.sweep(), sweepEveryMs).unref();
    return sandbox;
  }

  /** Forks of one version share one copy without sessions; separate copies would take a kilobyte each. */
  private forkable(version: Version): Version {
    const known = this.forkables.get(version);
    if (known) return known;
    const made = versionWithout(version, ["sessions", "idempotency_keys"]);
    this.forkables.set(version, made);
    return made;
  }

  private originOf(from: NewSandbox["from"] = "current"): Promise<InstanceVersion> {
    if (from === "current") return this.main.version();
    if (from === "sample" || from === "minimal") return this.parts.named(from);
    const snapshot = this.main.snapshots.get(from);
    if (!snapshot) throw new Error(`there is no snapshot ${from}; the caller must check this`);
    return Promise.resolve(snapshot.version);
  }

  has(name: string): boolean {
    return this.liveSandbox(name) !== undefined || this.creating.has(name);
  }

  get size(): number {
    return this.sandboxes.size + this.creating.size;
  }

  async list(): Promise<SandboxSummary[]> {
    const names = [...this.sandboxes.keys()].sort();
    const summaries: SandboxSummary[] = [];
    for (const [at, name] of names.entries()) {
      if (at % sandboxesPerYield === sandboxesPerYield - 1) await nextSlice();
      const sandbox = this.liveSandbox(name);
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
    const sandbox = this.liveSandbox(name);
    if (!sandbox) return false;
    this.drop(name, sandbox);
    return true;
  }

  clear(): void {
    for (const [name, sandbox] of this.sandboxes) this.drop(name, sandbox);
    clearInterval(this.sweeper);
  }

  private liveSandbox(name: string): Sandbox | undefined {
    const sandbox = this.sandboxes.get(name);
    if (!sandbox?.isExpired) return sandbox;
    this.drop(name, sandbox);
    return undefined;
  }

  private sweep(): void {
    for (const name of this.sandboxes.keys()) this.liveSandbox(name);
    if (this.sandboxes.size > 0) return;
    clearInterval(this.sweeper);
    this.sweeper = undefined;
  }

  private drop(name: string, sandbox: Sandbox): void {
    this.sandboxes.delete(name);
    for (const session of sandbox.sessions) this.bySession.delete(session);
    sandbox.stop().catch(this.parts.onError);
  }

  private addSession(session: string, sandbox: Sandbox): void {
    if (this.bySession.size >= maxSessions) this.forgetOldestSession();
    this.bySession.set(session, sandbox);
    sandbox.sessions.add(session);
  }

  private forgetOldestSession(): void {
    const [session, sandbox] = this.bySession.entries().next().value ?? [];
    if (session === undefined) return;
    this.bySession.delete(session);
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

function unknownSandbox(name: string): string {
  return `There is no sandbox ${JSON.stringify(name.slice(0, 80))}; it may have expired.`;
}

function newName(): string {
  return `box-${randomBytes(6).toString("hex")}`;
}
