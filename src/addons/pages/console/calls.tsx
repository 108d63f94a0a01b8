/** The live journal: a filtered list of calls, the details of one, and the comparison of two. */
import { useState } from "preact/hooks";
import type { RecordedCall } from "../../../../generated/clients/typescript/control.js";
import { CallDetail } from "./call-detail.js";
import { DifferenceView } from "./difference.js";
import { forgetCalls, useJournal } from "./live.js";
import { goTo, useLiveLoad, useWork } from "./load.js";
import { ProblemNote } from "./parts.js";
import { control } from "./shop.js";

/** @param place the number of a call, or `about` and a search text */
export function Calls({ place: [first, text] }: { readonly place: readonly (string | undefined)[] }) {
  const arriving = useJournal();
  const [kept, setKept] = useState<readonly RecordedCall[]>();
  const [wanted, setWanted] = useState<Wanted>({
    search: (first === "about" && text) || "",
    withControl: false,
    withConsole: false,
    onlyFaults: false,
  });
  const [compared, setCompared] = useState<number>();
  const work = useWork();
  const ofConsole = useLiveLoad(
    async () => (wanted.withConsole ? control.listCalls({ door: "console", limit: 200 }) : []),
    [wanted.withConsole],
  );

  const known = kept ?? arriving;
  const calls = [...known, ...(ofConsole.value ?? [])].sort((one, other) => other.number - one.number);
  const shown = calls.filter((call) => isWanted(call, wanted));
  const find = (number: number | undefined) => calls.find((call) => call.number === number);
  const [detail, other] = [find(Number(first)), find(compared)];
  return (
    <>
      <div class="heading">
        <h1>Calls</h1>
        <div class="row">
          <button
            type="button"
            class="button"
            aria-pressed={kept !== undefined}
            onClick={() => setKept(kept ? undefined : arriving)}
          >
            {kept ? "Resume" : "Pause"}
          </button>
          <button
            type="button"
            class="button"
            onClick={() => void work.run(() => control.clearCalls().then(forgetCalls))}
          >
            Empty the journal
          </button>
        </div>
      </div>
      <ProblemNote text={work.problem ?? ofConsole.problem} />
      <WantedForm wanted={wanted} onChange={setWanted} />
      {/^\d+$/.test(first ?? "") && !detail && (
        <p class="soft">Call {first} is not in the journal (any more).</p>
      )}
      <div class={detail ? "beside detail" : ""}>
        <CallList calls={shown} chosen={detail?.number} />
        {detail && (
          <div>
            {other && other !== detail && <DifferenceView one={other} other={detail} />}
            <CallDetail
              key={detail.number}
              call={detail}
              compared={compared}
              onCompare={() => setCompared(detail.number)}
              onClose={() => goTo("calls")}
            />
          </div>
        )}
      </div>
    </>
  );
}

interface Wanted {
  readonly search: string;
  readonly withControl: boolean;
  readonly withConsole: boolean;
  readonly onlyFaults: boolean;
}

function isWanted(call: RecordedCall, { search, withControl, onlyFaults }: Wanted): boolean {
  const { operation, problem, fault, caller, door, request } = call;
  if (!withControl && door === "control") return false;
  if (onlyFaults && fault === null && problem === null) return false;
  if (search === "") return true;
  const values = JSON.stringify([call.arguments, call.result]);
  const text = `${operation} ${problem ?? ""} ${fault ?? ""} ${caller} ${door} ${request?.path ?? ""} ${values}`;
  return text.toLowerCase().includes(search.toLowerCase());
}

const boxes = [
  ["onlyFaults", "faults only"],
  ["withControl", "test control too"],
  ["withConsole", "this console too"],
] as const;

function WantedForm({
  wanted,
  onChange,
}: {
  readonly wanted: Wanted;
  readonly onChange: (wanted: Wanted) => void;
}) {
  return (
    <div class="row">
      <label>
        Find{" "}
        <input
          class="inline"
          type="search"
          placeholder="operation, fault, caller, value"
          size={28}
          value={wanted.search}
          onInput={(event) => onChange({ ...wanted, search: event.currentTarget.value })}
        />
      </label>
      {boxes.map(([name, text]) => (
        <label key={name} class="row">
          <input
            type="checkbox"
            class="inline"
            checked={wanted[name]}
            onChange={(event) => onChange({ ...wanted, [name]: event.currentTarget.checked })}
          />
          {text}
        </label>
      ))}
    </div>
  );
}

function CallList({
  calls,
  chosen,
}: {
  readonly calls: readonly RecordedCall[];
  readonly chosen: number | undefined;
}) {
  if (calls.length === 0) return <p class="soft">No calls yet. They appear here as they end.</p>;
  return (
    <ul class="calls" aria-label="Calls, newest first">
      {calls.map((call) => (
        <li key={call.number}>
          <button
            type="button"
            class="plain"
            aria-current={call.number === chosen ? "true" : undefined}
            onClick={() => goTo("calls", call.number)}
          >
            <CallLine call={call} />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** How rules end a call by HTTP alone. */
const endings: Partial<Record<RecordedCall["outcome"], string>> = {
  html: "page of a proxy",
  truncated: "truncated",
  dropped: "connection cut",
  reset: "connection reset",
};

const maxLineLength = 300;

/** The arguments as JSON in one line; "" if there are none. */
function oneLine(given: unknown): string {
  const text = JSON.stringify(given ?? {});
  if (text === "{}" || text === "[]") return "";
  return text.length > maxLineLength ? `${text.slice(0, maxLineLength)}…` : text;
}

function CallLine({ call }: { readonly call: RecordedCall }) {
  const { number, operation, problem, door, fault, status, duration_ms, caller, time, forced, replayed } =
    call;
  const given = oneLine(call.arguments);
  return (
    <>
      <span>
        <strong>{operation ?? "no operation"}</strong> <span class="soft">{door}</span>{" "}
        {fault !== null && <span class="chip bad">{fault}</span>}
        {status !== null && <span class={status >= 400 ? "chip bad" : "chip"}>HTTP {status}</span>}
        {endings[call.outcome] && <span class="chip bad">{endings[call.outcome]}</span>}
        {call.request !== null && call.answer === null && !endings[call.outcome] && (
          <span class="chip bad">no answer</span>
        )}
        {forced && (
          <span class="chip warn">{call.rule === null ? "forced" : `forced by rule ${call.rule}`}</span>
        )}
        {replayed && <span class="chip">repeated answer</span>}
      </span>
      {given !== "" && <code class="line">{given}</code>}
      {call.error && operation !== null && <span>{call.error.message}</span>}
      {problem !== null && <span>{problem}</span>}
      <span class="soft">
        {number} · {time} · {caller || "nobody"} · {duration_ms.toFixed(1)} ms
      </span>
    </>
  );
}
