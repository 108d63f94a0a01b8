/** One sandbox. A fork is only noted; its shop is put together when the first request wants to enter. */
import type { RpcService } from "../../engine/calls/service.js";
import type { AdjustableClock } from "../../engine/clock.js";
import type { VersionedFiles } from "../../engine/files/versioned-files.js";
import type { ControlledShop, ShopVersion } from "../control/controlled-shop.js";
import type { CallJournal } from "../journal/journal.js";
import type { JournalRoom } from "../journal/journal-room.js";
import type { SandboxSummary } from "../control/sandboxes.js";
import { MemoryStorage } from "../../engine/storage/memory.js";
import { SizeOfChanges } from "../../engine/storage/size-of-changes.js";
import { timestamp } from "../../engine/values/dates.js";

/** The shop of a sandbox, as the server opens it. */
export interface SandboxShop extends ControlledShop {
  readonly rpc: RpcService;
  stop(): Promise<void>;
}

export interface ForkParts {
  readonly storage: MemoryStorage;
  readonly files: VersionedFiles;
  readonly clock: AdjustableClock;
  readonly start: () => Promise<ShopVersion>;
  readonly sandbox: string;
  readonly journals: JournalRoom;
  readonly carries: (session: string) => void;
}

export interface SandboxParts {
  readonly name: string;
  /** Where it was forked. */
  readonly origin: ShopVersion;
  /** How long it stays after its last call. */
  readonly lifetimeMs: number;
  readonly shopOver: (storage: MemoryStorage) => SandboxShop;
}

export class Sandbox {
  /** Sessions that lead into it without a header or an address. */
  readonly sessions = new Set<string>();
  private own:
    | { readonly shop: SandboxShop; readonly storage: MemoryStorage; readonly size: SizeOfChanges }
    | undefined;
  /** Real time, milliseconds; expiry has nothing to do with the clock of the shop. */
  private lastCall: number | undefined;
  private expires: number;

  constructor(private readonly parts: SandboxParts) {
    this.expires = Date.now() + parts.lifetimeMs;
  }

  get name(): string {
    return this.parts.name;
  }

  get isOver(): boolean {
    return this.expires <= Date.now();
  }

  /** Its shop, for one call. */
  enter(): SandboxShop {
    const now = Date.now();
    this.lastCall = now;
    this.expires = now + this.parts.lifetimeMs;
    this.own ??= this.open();
    return this.own.shop;
  }

  /** Undefined until it is entered for the first time. */
  get journal(): CallJournal | undefined {
    return this.own?.shop.journal;
  }

  private open(): NonNullable<Sandbox["own"]> {
    const { origin, shopOver } = this.parts;
    const storage = new MemoryStorage({ version: origin.state });
    return { shop: shopOver(storage), storage, size: new SizeOfChanges(origin.state) };
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
    await this.own?.shop.stop();
  }
}
