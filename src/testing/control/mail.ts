/** `/control/mail`: lists, waits for and deletes sent messages (sales 16.4). */
import { setTimeout } from "node:timers/promises";
import type { Contract } from "../../engine/contract/contract.js";
import { isObject, toFlag } from "../../engine/values/coercion.js";
import { defaultTimeoutMs } from "./calls.js";
import type { ControlAnswerBody, ControlQuery } from "./contract.js";
import type { Handlers } from "./handlers.js";
import type { ControlledInstance } from "./controlled-instance.js";
import type { ShopControl } from "./shop-control.js";

/** Interval for reading the messages while a request waits. */
const pollMs = 50;

export function mailHandlers(
  shopControl: ShopControl,
  contract: Contract,
): Handlers<"listMail" | "waitForMail" | "clearMail"> {
  const found = (
    { storage }: ControlledInstance,
    { to = "", order = "" }: ControlQuery<"listMail" | "waitForMail">,
  ) => storage.read((tx) => shopControl.findMail(tx, { to, order }));
  return {
    async listMail({ shop, query }, reply) {
      await reply.list(await found(shop, query));
    },
    async waitForMail({ shop, query }, reply) {
      const timeoutMs = Number(query.timeout_ms ?? defaultTimeoutMs);
      const end = performance.now() + timeoutMs;
      for (;;) {
        const messages = await found(shop, query);
        if (messages.length > 0) return reply.list(messages);
        const left = end - performance.now();
        if (reply.response.closed) return;
        if (left <= 0) {
          const others = await found(shop, {});
          const lines = [`There was no such message within ${timeoutMs} ms.`, latestText(others)];
          const silent = silentCall(contract, shop);
          if (silent !== undefined) lines.push(silent);
          return reply.refuse(408, lines.join(" "));
        }
        // Polling also finds the messages of other processes.
        await setTimeout(Math.min(pollMs, left));
      }
    },
    async clearMail({ write }, reply) {
      await write((tx) => shopControl.clearMail(tx));
      reply.send(204);
    },
  };
}

/** Parameters that decide whether an operation sends a message. */
const switches: readonly string[] = ["notify", "email"];

/** The operation of the control that may send one. */
const placing = { params: [{ name: "notify", default: false }] };

const maxSearched = 100;

/** Names the latest call that could have sent a message, but was called without notification; undefined if there is none. */
function silentCall({ tables }: Contract, { journal }: ControlledInstance): string | undefined {
  for (const { number, operation, outcome, arguments: given } of journal.list({}, maxSearched)) {
    if (operation === null || outcome !== "result") continue;
    const row = operation === "placeOrder" ? placing : tables.operations[operation];
    const param = row?.params.find(({ name }) => switches.includes(name));
    if (!param) continue;
    const value = isObject(given) ? given[param.name] : undefined;
    if (toFlag(value ?? param.default) === true) continue;
    return `Call ${number}, ${operation}, sent no message, because ${param.name} was off.`;
  }
  return undefined;
}

const maxShown = 3;

/** The latest messages, for the message about a missing one. @param messages oldest first */
function latestText(messages: readonly ControlAnswerBody<"listMail", 200>[number][]): string {
  if (messages.length === 0) return "There are no messages at all.";
  const latest = messages.slice(-maxShown).reverse();
  const lines = latest.map(
    ({ to, template, increment_id }) =>
      `${template} to ${to.join(", ")}${increment_id === null ? "" : ` about ${increment_id}`}`,
  );
  return `The latest: ${lines.join("; ")}.`;
}
