/** Advice for each fault, by its kind, so that new faults get advice too. */
import { html, type Html } from "../../src/pages/html.js";
import type { Fault, Method } from "./sources.js";
import { memberAnchor } from "./types.js";

const own: Readonly<Record<string, Html>> = {
  session_expired: html`Log in again and retry the call; the generated clients do so by themselves. Sessions
  end after an hour without a call, a day after they began, and at a reset.`,
  access_denied: html`At a login: name, key or role are wrong, or too many attempts failed (<code
      >data.retry_after</code
    >
    says how many seconds to wait). At a call: the role lacks the access node that the operation's page names.`,
  invalid_request_param: html`<code>data.parameter</code> names the parameter. Compare it with the table of
    parameters: is it there, is it spelled so, has it that type?`,
  internal: html`Not your fault. <code>data.reference</code> finds it in the log of the server; reads can be
    retried, writes with the same <code>Idempotency-Key</code>.`,
  unknown: html`Not your fault; ask those who run the server.`,
  resource_path_invalid: html`Check the name of the operation: <code>namespace.operation</code>, as in the
    list of operations.`,
  resource_path_not_callable: html`This server knows the operation and does not execute it; a retry does not
  help.`,
  data_invalid: html`<code>data.errors</code> names every member that is wrong, and why. Correct these and
    retry; nothing was stored.`,
  filters_invalid: html`<code>data.errors</code> names the condition. Fields and operators are in the table of
    the parameter <code>filters</code>.`,
};

/** By the HTTP status of the fault, which gives its kind. */
const byStatus: Readonly<Record<number, (named: Html | undefined) => Html>> = {
  400: (named) => html`The request is unusable as it is.${named && html` Look at ${named}.`}`,
  401: () => html`Log in again.`,
  403: () => html`The caller is not allowed to do this.`,
  404: (named) =>
    html`What the call names is not there, or not any more.${named && html` Look at ${named}.`} List or read
    before, and use what that answers.`,
  409: (named) =>
    html`The present state does not allow it.${named && html` Look at ${named}.`} Read it again and do what
    its state allows; a retry changes nothing.`,
  422: (named) =>
    html`A value is well formed and still impossible.${named && html` Look at ${named}.`} Correct it before
    you retry.`,
  500: () => html`Not your fault; ask those who run the server.`,
};

/** @param method the operation whose page shows the advice; undefined on the page of all faults */
export function advice(name: string, { status, tells = [] }: Fault, method?: Method): Html {
  const parameters = (method?.["x-checks"] ?? [])
    .filter(({ fault }) => fault === name)
    .flatMap(({ arguments: names = [] }) => names);
  const known = [...new Set(parameters)];
  const named =
    known.length === 0 || known.length > 4
      ? undefined
      : html`${known.map((one, index) => html`${index > 0 && ", "}<a href="#${memberAnchor("param", one.replace(/\.\*$/, ""))}"><code>${one}</code></a>`)}`;
  const states = /^(order|invoice|creditmemo)_not_(?!exists)/.test(name)
    ? html` <a href="~/docs/guide/order-states">The states of an order</a> show what is possible when.`
    : undefined;
  const told =
    own[name] || tells.length === 0
      ? undefined
      : html` It comes with
        ${tells.map((member, index) => html`${index > 0 && ", "}<code>data.${member}</code>`)}.`;
  return html`${own[name] ?? byStatus[status]?.(named) ?? "See the message."}${told}${states}`;
}
