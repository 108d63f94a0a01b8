/** The rules for forced faults, stubs and delays. */
import type { InjectedFault } from "../../../../generated/clients/typescript/control.js";
import { valueText } from "../../../testing/journal/line-texts.js";
import { routeTo, useLiveLoad, useWork } from "./load.js";
import { useJournal } from "./live.js";
import { NewRule } from "./new-rule.js";
import { ProblemNote, WhenLoaded, DataTable } from "./parts.js";
import { control } from "./shop.js";

/** @param chosen the number of the rule to highlight */
export function Faults({ chosen }: { readonly chosen?: string | undefined }) {
  const work = useWork();
  const latestForced = useJournal().find(({ rule }) => rule !== null)?.number;
  const rules = useLiveLoad(() => control.listFaults(), [latestForced]);
  const change = (request: () => Promise<unknown>) => void work.run(() => request().then(rules.reload));
  return (
    <>
      <div class="heading">
        <h1>Faults</h1>
        <button type="button" class="button danger" onClick={() => change(() => control.clearFaults())}>
          Delete all
        </button>
      </div>
      <p class="soft">
        The oldest rule that is not used up applies. Calls of this console that only read are not affected.
      </p>
      <WhenLoaded loaded={rules}>
        {(rows) => (
          <>
            {chosen !== undefined && rows.every(({ id }) => String(id) !== chosen) && (
              <p class="soft">Rule {chosen} is deleted.</p>
            )}
            <Rules rows={rows} chosen={chosen} onDelete={(id) => change(() => control.deleteFault({ id }))} />
          </>
        )}
      </WhenLoaded>
      <ProblemNote text={work.problem} />
      <h2>A new rule</h2>
      <NewRule onAdded={rules.reload} />
    </>
  );
}

type Rule = InjectedFault;

function Rules({
  rows,
  chosen,
  onDelete,
}: {
  readonly rows: readonly Rule[];
  readonly chosen: string | undefined;
  readonly onDelete: (id: number) => void;
}) {
  return (
    <DataTable
      caption="Rules"
      none="No rules: every call is handled as usual."
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          title: "Rule",
          isNumber: true,
          cell: ({ id }) => (String(id) === chosen ? <strong aria-current="true">{id}</strong> : id),
        },
        {
          title: "Operation",
          cell: ({ operation }) => <a href={routeTo("calls", "about", operation)}>{operation}</a>,
        },
        { title: "Answer", cell: (rule) => answerOf(rule) },
        { title: "Only for", cell: (rule) => whichOf(rule) },
        {
          title: "Answered",
          isNumber: true,
          cell: ({ times, hits }) => (
            <>
              {times === 0 ? `${hits}, until deleted` : `${hits} of ${times}`}{" "}
              {hits === 0 && <span class="chip">no call yet</span>}
            </>
          ),
        },
        {
          title: "Actions",
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

function whichOf({ match, nth, probability }: Rule): string {
  const which = nth === undefined ? [] : [`call ${nth}`];
  if (probability !== undefined) which.push(`${probability * 100} % of the calls`);
  if (match) which.push(valueText(match));
  return which.join(", ") || "all calls";
}

function answerOf({ fault, http, drop, result, delay_ms, body, when }: Rule): string {
  const answer = fault ?? (http && `HTTP ${http.status}`) ?? (drop && "the connection is cut");
  const stub = result === undefined ? undefined : `answers ${valueText(result)}`;
  const moment = when === "after" ? "after the call was executed" : undefined;
  return (
    [answer ?? stub, bodyText(body), delayText(delay_ms), moment].filter(Boolean).join(" ") || "as it is"
  );
}

function bodyText(body: Rule["body"]): string | undefined {
  if (body === undefined) return undefined;
  return body === "html" ? "with the page of a proxy" : "with half the answer";
}

function delayText(delay: Rule["delay_ms"] | undefined): string | undefined {
  if (delay === undefined || delay === 0) return undefined;
  return typeof delay === "number" ? `after ${delay} ms` : `after ${delay.min} to ${delay.max} ms`;
}
