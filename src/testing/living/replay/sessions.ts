/** Sessions of the recording, and those that stand for them at the server of the replay. */
import type { ControlClient } from "../../../../generated/clients/typescript/control.js";
import { login, type DoorTarget } from "../doors/call.js";
import { outcomeName } from "./differences.js";

/** Who the replay is at its server. */
export interface Credentials {
  readonly username: string;
  /** Undefined = by the control. */
  readonly key?: string | undefined;
  readonly control?: ControlClient | undefined;
}

/** The server does not let the replay in. */
export class LoginError extends Error {}

/** Nothing is a session of any server. */
const noSession = "0".repeat(32);

export class ReplaySessions {
  /** By the labels of the recording. */
  private readonly sessions = new Map<string, string>();

  private readonly ended = new Set<string>();

  constructor(
    private readonly target: DoorTarget,
    private readonly credentials: Credentials,
  ) {}

  /** For a call of the recording. @param isRefused whether its session was none there */
  async forLabel(name: string, isRefused: boolean): Promise<string> {
    const known = this.sessions.get(name);
    // One that had run out there goes on here, and one that was ended does not.
    if (isRefused) return known !== undefined && this.ended.has(name) ? known : noSession;
    if (known !== undefined) return known;
    const session = await this.start();
    this.sessions.set(name, session);
    return session;
  }

  /** It was ended by its user. */
  end(label: string): void {
    this.ended.add(label);
  }

  give(label: string, session: string): void {
    this.sessions.set(label, session);
    this.ended.delete(label);
  }

  /** All sessions are void: the shop was reset. */
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
