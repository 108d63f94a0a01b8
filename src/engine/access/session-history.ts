/** Why sessions ended, for the journal: the latest sessions of all instances of a server, by their hashes. */
import { BoundedCache } from "../values/bounded-cache.js";

interface KnownSession {
  /** The sandbox; undefined = the main instance. */
  readonly sandbox: string | undefined;
  /** How often the state of the instance had been replaced before. */
  readonly epoch: number;
  /** For example `was ended by endSession`. */
  readonly ended?: string;
}

const maxSessions = 10_000;

export class SessionHistory {
  private readonly sessions = new BoundedCache<string, KnownSession>(maxSessions);
  private readonly epochs = new Map<string | undefined, number>();

  opened(hash: string, sandbox: string | undefined): void {
    this.sessions.set(hash, { sandbox, epoch: this.epochOf(sandbox) });
  }

  ended(hash: string, why: string): void {
    const known = this.sessions.get(hash);
    if (known) this.sessions.set(hash, { ended: why, ...known });
  }

  /** A new state of an instance ends its sessions. */
  stateReplaced(sandbox: string | undefined): void {
    this.epochs.set(sandbox, this.epochOf(sandbox) + 1);
  }

  /** Why a session does not exist in an instance. */
  whyMissing(hash: string, sandbox: string | undefined): string {
    const known = this.sessions.get(hash);
    if (!known) return "No session with this ID was opened since the start of the server.";
    if (known.sandbox !== sandbox)
      return `The session was opened in ${instanceName(known.sandbox)}, but sent to ${instanceName(sandbox)}.`;
    if (known.epoch !== this.epochOf(sandbox))
      return "The session ended when the state was replaced, by a reset, a restored snapshot or an import.";
    return `The session ${known.ended ?? "was deleted"}.`;
  }

  private epochOf(sandbox: string | undefined): number {
    return this.epochs.get(sandbox) ?? 0;
  }
}

function instanceName(sandbox: string | undefined): string {
  return sandbox === undefined ? "the main shop" : `the sandbox ${sandbox}`;
}
