/** Faults, stubs and delays that the next calls answer. */
import { useState } from "preact/hooks";
import type { FaultRequest } from "../../../generated/clients/typescript/control.js";
import { faultsOf } from "./call-detail.js";
import { useLoad, useWork, type Work } from "./load.js";
import { Field, formValues, Problem, Shown, Table } from "./parts.js";
import { control } from "./shop.js";

export function Faults() {
  const work = useWork();
  const rules = useLoad(() => control.listFaults(), []);
  const change = (request: () => Promise<unknown>) => void work.run(() => request().then(rules.reload));
  return (
    <>
      <div class="heading">
        <h1>Faults</h1>
        <button type="button" class="button danger" onClick={() => change(() => control.clearFaults())}>
          Delete all
        </button>
      </div>
      <Shown loaded={rules}>
        {(rows) => <Rules rows={rows} onDelete={(id) => change(() => control.deleteFault({ id }))} />}
      </Shown>
      <Problem text={work.problem} />
      <h2>A new rule</h2>
      <NewRule work={work} onAdded={rules.reload} />
    </>
  );
}

type Rule = Awaited<ReturnType<typeof control.listFaults>>[number];

function Rules({
  rows,
  onDelete,
}: {
  readonly rows: readonly Rule[];
  readonly onDelete: (id: number) => void;
}) {
  return (
    <Table
      caption="Rules"
      none="No rules: every call is answered as it is."
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { title: "Operation", cell: ({ operation }) => operation },
        { title: "Answer", cell: (rule) => answerOf(rule) },
        { title: "Only for", cell: (rule) => whichOf(rule) },
        {
          title: "Answered",
          isNumber: true,
          cell: ({ times, hits }) => (times === 0 ? `${hits}, until deleted` : `${hits} of ${times}`),
        },
        {
          title: "",
          cell: ({ id, operation }) => (
            <button type="button" class="button small" onClick={() => onDelete(id)}>
              Delete<span class="visually-hidden"> the rule of {operation}</span>
            </button>
          ),
        },
      ]}
    />
  );
}

function NewRule({ work, onAdded }: { readonly work: Work; readonly onAdded: () => void }) {
  const [operation, setOperation] = useState("catalog_product.info");
  const faults = useLoad(() => faultsOf(operation), [operation]);
  const add = async (values: Record<string, string>) => {
    await control.addFault(ruleOf(operation, values));
    onAdded();
  };
  return (
    <form
      class="form panel narrow"
      onSubmit={(event) => {
        const values = formValues(event);
        void work.run(() => add(values));
      }}
    >
      <Field label="Operation" hint="A name, login, multiCall, a REST operation, or * for all.">
        <input
          value={operation}
          required
          autocomplete="off"
          onChange={(event) => setOperation(event.currentTarget.value.trim())}
        />
      </Field>
      <Field label="Fault">
        <select name="fault">
          <option value="">none</option>
          {faults.value?.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </Field>
      <Field label="or an HTTP status" hint="Instead of a fault.">
        <input name="status" type="number" min="400" max="599" />
      </Field>
      <Field label="Delay in milliseconds">
        <input name="delay" type="number" min="0" />
      </Field>
      <Field label="Only when parameters are equal to" hint='JSON, for example {"productId": 1}.'>
        <input name="match" autocomplete="off" />
      </Field>
      <Field label="Times" hint="0 = until it is deleted.">
        <input name="times" type="number" min="0" value="1" />
      </Field>
      <div>
        <button class="button primary" disabled={work.isBusy}>
          Add the rule
        </button>
      </div>
    </form>
  );
}

/** What the form says. Throws for parameters that are no JSON. */
function ruleOf(operation: string, values: Record<string, string>): FaultRequest {
  const { fault, times = "1", delay, match, status } = values;
  return {
    operation,
    ...(fault ? { fault } : {}),
    ...(status ? { http: { status: Number(status) } } : {}),
    ...(delay ? { delay_ms: Number(delay) } : {}),
    ...(match ? { match: JSON.parse(match) as object } : {}),
    times: Number(times),
  } as FaultRequest;
}

function whichOf({ match, nth, probability }: Rule): string {
  const which = nth === undefined ? [] : [`call ${nth}`];
  if (probability !== undefined) which.push(`${probability * 100} % of the calls`);
  if (match) which.push(JSON.stringify(match));
  return which.join(", ") || "all calls";
}

function answerOf({ fault, http, drop, result, delay_ms, body, when }: Rule): string {
  const answer = fault ?? (http && `HTTP ${http.status}`) ?? (drop && "the connection is cut");
  const stub = result === undefined ? undefined : `answers ${JSON.stringify(result).slice(0, 60)}`;
  const moment = when === "after" ? "after the effect" : undefined;
  return (
    [answer ?? stub, bodyText(body), delayText(delay_ms), moment].filter(Boolean).join(" ") || "as it is"
  );
}

function bodyText(body: Rule["body"]): string | undefined {
  if (body === undefined) return undefined;
  return body === "html" ? "with the page of a proxy" : "with half the answer";
}

function delayText(delay: FaultRequest["delay_ms"]): string | undefined {
  if (delay === undefined || delay === 0) return undefined;
  return typeof delay === "number" ? `after ${delay} ms` : `after ${delay.min} to ${delay.max} ms`;
}
