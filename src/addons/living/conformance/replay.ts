/** Replays golden exchanges against a running server by its test control. */
import { isDeepStrictEqual } from "node:util";
import { createControl, type ControlClient } from "../../../../generated/clients/typescript/control.js";
import { withActualTexts, withSession, type GoldenExchange, type GoldenFile } from "./golden.js";

export interface ControlledTarget {
  readonly url: string;
  /** An API user with all rights. */
  readonly username: string;
  readonly token?: string | undefined;
}

/** The first difference between the expectation of a file and the answer. */
export interface GoldenDifference {
  /** `test/golden/customer.info/unset.io:7` */
  readonly place: string;
  readonly expected: unknown;
  readonly received: unknown;
}

/** The time of the clock for files that do not set it. */
const usualTime = "2025-06-01 12:00:00";

export class GoldenReplay {
  private readonly control: ControlClient;

  constructor(private readonly target: ControlledTarget) {
    this.control = createControl({ url: target.url, token: target.token });
  }

  /** Throws a `ControlError` if the test control does not answer. */
  async check(): Promise<void> {
    await this.control.getClock();
  }

  /** Resets the shop, then sends the exchanges in order, up to the first that differs. */
  async file({ path, dataset, clock, exchanges }: GoldenFile): Promise<GoldenDifference | undefined> {
    await this.control.resetShop({ dataset });
    await this.control.setClock({ now: clock ?? usualTime });
    const { session } = await this.control.createSession({ username: this.target.username });
    for (const exchange of exchanges) {
      const difference = await this.exchange(exchange, session);
      if (difference) return { place: `${path}:${exchange.line}`, ...difference };
    }
    return undefined;
  }

  /** Resets the shop to its start state and real time. */
  async tidy(): Promise<void> {
    await this.control.resetShop();
  }

  private async exchange(
    exchange: GoldenExchange,
    session: string,
  ): Promise<Omit<GoldenDifference, "place"> | undefined> {
    const isRpc = exchange.kind === "rpc";
    const sent = withSession(isRpc ? exchange.request : exchange.body, session);
    const [method, path] = isRpc ? ["POST", "/api/jsonrpc"] : [exchange.method, exchange.path];
    const received = await this.send(method, path, sent);
    const status = isRpc ? (exchange.expected === undefined ? 204 : 200) : exchange.status;
    if (received.status !== status) return { expected: status, received: received.status };
    const expected = withActualTexts(exchange.expected, received.body);
    if (exchange.expected === undefined || isDeepStrictEqual(received.body, expected)) return undefined;
    return { expected, received: received.body };
  }

  private async send(
    method: string,
    path: string,
    body: unknown,
  ): Promise<{ status: number; body: unknown }> {
    const response = await fetch(this.target.url + path, {
      method,
      headers: {
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...(this.target.token === undefined ? {} : { Authorization: `Bearer ${this.target.token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: "manual",
    });
    const text = await response.text();
    return { status: response.status, body: parsed(text) };
  }
}

function parsed(text: string): unknown {
  try {
    return text === "" ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return text;
  }
}
