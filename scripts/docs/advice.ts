/** Advice for each fault, by its kind, so that new faults get advice too. */
import { html, type Html } from "../../src/addons/pages/html.js";
import type { FaultRow } from "../../src/engine/chapters/chapter.js";
import type { Method } from "./sources.js";
import { memberAnchor } from "./types.js";

const own: Readonly<Record<string, Html>> = {
  session_expired: html`Log in again and retry the call; the generated clients do this automatically. A
  session ends after an hour without a call, after a day, and at a reset.`,
  access_denied: html`At a login: name, key or role are wrong, or too many attempts failed (<code
      >data.retry_after</code
    >
    says how many seconds to wait). At a call: the role lacks the access node that the operation's page names.`,
  invalid_request_param: html`<code>data.parameter</code> names the parameter. Compare it with the table of
    parameters: its name and type may be wrong, or it may be missing.`,
  internal: html`The error is in the server. Its log has a line with the <code>data.reference</code>. You can
    retry a read, and a write with the same <code>Idempotency-Key</code>.`,
  unknown: html`The error is in the server; contact its operator.`,
  resource_path_invalid: html`Check the name of the operation: <code>namespace.operation</code>, as in the
    list of operations.`,
  resource_path_not_callable: html`This server knows the operation, but does not execute it; a retry does not
  help.`,
  data_invalid: html`<code>data.errors</code> names every invalid member with the reason. Correct these
    members and retry; nothing was stored.`,
  filters_invalid: html`<code>data.errors</code> names the condition. The table of the parameter
    <code>filters</code> lists fields and operators.`,
};

/** By the HTTP status of the fault, which gives its kind. */
const byStatus: Readonly<Record<number, (named: Html | undefined) => Html>> = {
  400: (named) => html`The request is invalid.${named && html` Check ${named}.`}`,
  401: () => html`Log in again.`,
  403: () => html`The caller is not allowed to do this.`,
  404: (named) =>
    html`The record that the call names does not exist, or no longer exists.${named && html` Check ${named}.`}
    List or read records first, and use the IDs in the answer.`,
  409: (named) =>
    html`The current state of the record does not allow this.${named && html` Check ${named}.`} Read the
    record again, and call an operation that its state allows; a retry does not help.`,
  422: (named) =>
    html`A value has a valid form, but is not allowed.${named && html` Check ${named}.`} Correct it before you
    retry.`,
  500: () => html`The error is in the server; contact its operator.`,
};

/** @param method the operation whose page shows the advice; undefined on the page of all faults */
export function advice(name: string, { status, tells = [] }: FaultRow, method?: Method): Html {
  const parameters = (method?.["x-checks"] ?? [])
    .filter(({ fault }) => fault === name)
    .flatMap(({ arguments: names = [] }) => names);
  const known = [...new Set(parameters)];
  const named =
    known.length === 0 || known.length > 4
      ? undefined
      : html`${known.map((one, index) => html`${index > 0 && ", "}<a href="#${memberAnchor("param", one.replace(/\.\*$/, ""))}"><code>${one}</code></a>`)}`;
  const states = /^(order|invoice|creditmemo)_not_(?!exists)/.test(name)
    ? html` <a href="~/docs/guide/order-states">The states of an order</a> show which operations each state
        allows.`
    : undefined;
  const told =
    own[name] || tells.length === 0
      ? undefined
      : html` It comes with
        ${tells.map((member, index) => html`${index > 0 && ", "}<code>data.${member}</code>`)}.`;
  return html`${own[name] ?? byStatus[status]?.(named) ?? "See the message."}${told}${states}`;
}
