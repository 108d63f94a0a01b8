/** Sends the calls that wait for each other together, by `multiCall`, as long as the shop returns it. */
import { isObject } from "../../../engine/values/coercion.js";
import type { CallReply, RetryingCaller } from "./retrying-caller.js";

interface WaitingCall {
  readonly operation: string;
  readonly args: readonly unknown[];
  readonly resolve: (reply: CallReply) => void;
  readonly reject: (error: unknown) => void;
}

/** Calls in one request. PHP needs about a second for twenty. */
const mostCalls = 20;

export class CallCollector {
  private readonly waiting: WaitingCall[] = [];
  private running = 0;
  /** Calls in the next request. Shrinks when the shop fails, so that a shop with little memory can be read. */
  private size: number;

  /** @param canCombine whether the door has `multiCall` @param concurrency requests at once */
  constructor(
    private readonly caller: RetryingCaller,
    private readonly concurrency: number,
    canCombine: boolean,
  ) {
    this.size = canCombine ? mostCalls : 1;
  }

  /** Rejects as `RetryingCaller.call` does. */
  call(operation: string, args: readonly unknown[]): Promise<CallReply> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ operation, args, resolve, reject });
      // Calls of the same moment come together before the first request starts.
      setImmediate(() => this.start());
    });
  }

  private start(): void {
    while (this.running < this.concurrency && this.waiting.length > 0) {
      const calls = this.waiting.splice(0, this.size);
      this.running += 1;
      void this.send(calls).finally(() => {
        this.running -= 1;
        this.start();
      });
    }
  }

  /** Never rejects: the calls do. */
  private async send(calls: readonly WaitingCall[]): Promise<void> {
    try {
      const replies = calls.length > 1 ? await this.sendTogether(calls) : undefined;
      for (const [at, { operation, args, resolve, reject }] of calls.entries())
        if (replies) resolve(replies[at] as CallReply);
        else await this.caller.call(operation, args).then(resolve, reject);
    } catch (error) {
      for (const { reject } of calls) reject(error);
    }
  }

  /** Undefined if the calls must be sent one by one: the shop refuses `multiCall`, or fails for one or all of them. */
  private async sendTogether(calls: readonly WaitingCall[]): Promise<readonly CallReply[] | undefined> {
    const list = calls.map(({ operation, args }) => [operation, args]);
    const reply = await this.caller.tryMethod("multiCall", [list]);
    if ("result" in reply && Array.isArray(reply.result) && reply.result.length === calls.length) {
      this.size = Math.min(mostCalls, this.size + 1);
      return reply.result.map(replyOf);
    }
    const isRefused = "refusal" in reply || "result" in reply;
    this.size = isRefused ? 1 : Math.max(1, Math.floor(this.size / 2));
    return undefined;
  }
}

function replyOf(entry: unknown): CallReply {
  if (!isObject(entry) || (entry.isFault !== true && entry.isFault !== 1 && entry.isFault !== "1"))
    return { result: entry };
  const { faultCode, faultMessage, fault } = entry;
  const refusal = { code: String(faultCode), message: String(faultMessage) };
  return { refusal: typeof fault === "string" ? { ...refusal, name: fault } : refusal };
}
