/** Maps the sessions of the recording to sessions on the replayed server. */
import type { ControlClient } from "../../../../generated/clients/typescript/control.js";
import { login, type DoorTarget } from "../doors/call.js";
import { outcomeName } from "./differences.js";

/** The user of the replay. */
interface ReplayCredentials {
  readonly username: string;
  /** Undefined = the test control opens the sessions. */
  readonly key?: string | undefined;
  readonly control?: ControlClient | undefined;
}

/** The server refused the login. */
export class LoginError extends Error {}

/** A session that no server has. */
const noSession = "0".repeat(32);

export class ReplaySessions {
  /** Sessions by their labels in the recording. */
  private readonly sessions = new Map<string, string>();

  private readonly ended = new Set<string>();

  constructor(
    private readonly target: DoorTarget,
    private readonly credentials: ReplayCredentials,
  ) {}

  /** The session for a recorded call. @param isRefused whether the recorded server refused its session */
  async forLabel(name: string, isRefused: boolean): Promise<string> {
    const known = this.sessions.get(name);
    // A session that had expired there is still valid here, so an unknown one is sent instead.
    if (isRefused) return known !== undefined && this.ended.has(name) ? known : noSession;
    if (known !== undefined) return known;
    const session = await this.start();
    this.sessions.set(name, session);
    return session;
  }

  /** The recorded user has ended the session. */
  end(label: string): void {
    this.ended.add(label);
  }

  give(label: string, session: string): void {
    this.sessions.set(label, session);
    this.ended.delete(label);
  }

  /** Drops all sessions, because the shop was reset. */
  forget(): void {
    this.sessions.clear();
    this.ended.clear();
  }

  /** Throws a `LoginError`. */
  async start(): Promise<string> {
    const { username, key, control } = this.credentials;
    if (key === undefined && control) {
      const { session } = await control.createSession({ username });
      return session;
    }
    const answer = await login(this.target, username, key ?? "");
    if (answer.outcome === "result" && typeof answer.value === "string") return answer.value;
    const why =
      answer.outcome === "fault" ? answer.fault.message : answer.outcome === "broken" ? answer.reason : "";
    throw new LoginError(
      `${username} cannot log in by ${this.target.door} (${outcomeName(answer)}${why && `: ${why}`})`,
    );
  }
}
