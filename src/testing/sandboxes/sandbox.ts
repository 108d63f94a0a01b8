/** One sandbox. Its instance is opened by the first request to it, so unused forks cost next to nothing. */
import type { Service } from "../../engine/calls/call.js";
import type { AdjustableClock } from "../../engine/clock.js";
import type { VersionedFiles } from "../../engine/files/versioned-files.js";
import type { ControlledInstance, InstanceVersion } from "../control/controlled-instance.js";
import type { CallJournal } from "../journal/journal.js";
import type { JournalRoom } from "../journal/journal-room.js";
import type { SandboxSummary } from "../control/sandboxes.js";
import { MemoryStorage } from "../../engine/storage/memory.js";
import { SizeOfChanges } from "../../engine/storage/size-of-changes.js";
import { timestamp } from "../../engine/values/dates.js";

/** The instance of a sandbox. */
export interface SandboxInstance extends ControlledInstance {
  readonly service: Service;
  stop(): Promise<void>;
}

export interface ForkParts {
  readonly storage: MemoryStorage;
  readonly files: VersionedFiles;
  readonly clock: AdjustableClock;
  readonly start: () => Promise<InstanceVersion>;
  readonly sandbox: string;
  readonly journals: JournalRoom;
  /** Called for each session that a login name such as `admin+box` has opened. */
  readonly carries: (session: string) => void;
}

interface SandboxParts {
  readonly name: string;
  /** The state from which it was forked. */
  readonly origin: InstanceVersion;
  /** How long it is kept after its last call. */
  readonly lifetimeMs: number;
  readonly instanceOver: (storage: MemoryStorage) => SandboxInstance;
}

export class Sandbox {
  /** Sessions whose requests are routed here without a header or an address. */
  readonly sessions = new Set<string>();
  private own:
    | { readonly instance: SandboxInstance; readonly storage: MemoryStorage; readonly size: SizeOfChanges }
    | undefined;
  /** Real time in milliseconds: expiry does not use the clock of the instance. */
  private lastCall: number | undefined;
  private expires: number;

  constructor(private readonly parts: SandboxParts) {
    this.expires = Date.now() + parts.lifetimeMs;
  }

  get name(): string {
    return this.parts.name;
  }

  get isExpired(): boolean {
    return this.expires <= Date.now();
  }

  /** Returns the instance for one call and extends the lifetime. */
  enter(): SandboxInstance {
    const now = Date.now();
    this.lastCall = now;
    this.expires = now + this.parts.lifetimeMs;
    this.own ??= this.open();
    return this.own.instance;
  }

  /** Undefined before the first call. */
  get journal(): CallJournal | undefined {
    return this.own?.instance.journal;
  }

  private open(): NonNullable<Sandbox["own"]> {
    const { origin, instanceOver } = this.parts;
    const storage = new MemoryStorage({ version: origin.state });
    return { instance: instanceOver(storage), storage, size: new SizeOfChanges(origin.state) };
  }

  async summary(): Promise<SandboxSummary> {
    const { own, lastCall, expires } = this;
    return {
      name: this.name,
      size_bytes: own ? await own.size.at(await own.storage.version()) : 0,
      last_call_at: lastCall === undefined ? null : timestamp(lastCall),
      expires_at: timestamp(expires),
    };
  }

  async stop(): Promise<void> {
    await this.own?.instance.stop();
  }
}
