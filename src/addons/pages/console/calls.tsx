/** The live journal: a dense table of calls, the details of one, and the comparison of two. */
import { useState } from "preact/hooks";
import type { RecordedCall } from "../../../../generated/clients/typescript/control.js";
import { controlClient } from "../browser/place.js";
import { CallDetail } from "./call-detail.js";
import { valueText, waitingText } from "../../../testing/journal/line-texts.js";
import { DifferenceView } from "./difference.js";
import { forgetCalls, useJournal } from "./live.js";
import { goTo, routeTo, useLiveLoad, useWork } from "./load.js";
import { DataTable, ProblemNote, type Column } from "./parts.js";
import { isInSandbox, sandboxConsole, sandboxName, sandboxUrl } from "./places.js";
import { control, mainControl } from "./shop.js";

/** @param place the number of a call, or `about` and a search text */
export function Calls({ place: [first, text] }: { readonly place: readonly (string | undefined)[] }) {
  const arriving = useJournal();
  const [kept, setKept] = useState<readonly RecordedCall[]>();
  const [search, setSearch] = useState((first === "about" && text) || "");
  const [wanted, setWanted] = useState<ReadonlySet<Box>>(new Set());
  const [compared, setCompared] = useState<number>();
  const work = useWork();
  const waiting = useLiveLoad(() => control.listWaitingCalls(), [arriving.length]);
  const further = useLiveLoad(() => furtherCalls(wanted), [[...wanted].join()]);

  const own = [...(kept ?? arriving), ...(further.value?.console ?? [])];
  const byNumber = own.toSorted((one, other) => other.number - one.number);
  const shown = [...byNumber, ...(further.value?.sandboxes ?? [])].filter((call) =>
    isWanted(call, search, wanted),
  );
  const find = (number: number | undefined) => own.find((call) => call.number === number);
  const [detail, other] = [find(Number(first)), find(compared)];
  return (
    <>
      <div class="heading">
        <h1>Calls</h1>
        <div class="row">
          <input
            type="search"
            class="inline"
            aria-label="Find calls"
            placeholder="operation, fault, caller, value"
            size={28}
            value={search}
            onInput={(event) => setSearch(event.currentTarget.value)}
          />
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
      <div class="row">
        {boxes.map(([name, label]) => (
          <label key={name} class="row">
            <input
              type="checkbox"
              class="inline"
              checked={wanted.has(name)}
              onChange={() => setWanted(wanted.symmetricDifference(new Set([name])))}
            />
            {label}
          </label>
        ))}
      </div>
      <ProblemNote text={work.problem ?? further.problem} />
      {/^\d+$/.test(first ?? "") && !detail && (
        <p class="soft">Call {first} is not in the journal (any more).</p>
      )}
      {waiting.value?.map((one, index) => (
        <p key={index} class="note">
          {waitingText(one)}
        </p>
      ))}
      <div class={detail ? "beside detail" : ""}>
        <DataTable
          caption="Calls, newest first"
          columns={columns}
          rows={shown}
          keyOf={({ sandbox, number }) => `${sandbox} ${number}`}
          none="No calls yet. They appear here as they end."
          isCurrent={(call) => call === detail}
          onOpen={(call) => isHere(call) && goTo("calls", call.number)}
          groupOf={({ sandbox }) => (wanted.has("sandboxes") ? (sandbox ?? "main shop") : "")}
        />
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

type Box = "faults" | "control" | "console" | "sandboxes";

const boxes = (
  [
    ["faults", "faults only"],
    ["control", "test control too"],
    ["console", "this console too"],
    ["sandboxes", "sandboxes too"],
  ] as const
).filter(([name]) => name !== "sandboxes" || !isInSandbox);

/** Calls that the live journal does not have: those of the console, and of the sandboxes, which have their own journals. */
async function furtherCalls(wanted: ReadonlySet<Box>) {
  const sandboxes = wanted.has("sandboxes") ? await mainControl.listSandboxes() : [];
  const journals = sandboxes.map(({ name }) => controlClient(sandboxUrl(name)).listCalls({ limit: 200 }));
  return {
    console: wanted.has("console") ? await control.listCalls({ door: "console", limit: 200 }) : [],
    sandboxes: (await Promise.all(journals)).flat(),
  };
}

/** Whether the call is in the journal of this console. */
function isHere({ sandbox }: RecordedCall): boolean {
  return (sandbox ?? undefined) === sandboxName;
}

function isWanted(call: RecordedCall, search: string, wanted: ReadonlySet<Box>): boolean {
  const { operation, problem, fault, caller, door, request } = call;
  if (!wanted.has("control") && door === "control") return false;
  if (wanted.has("faults") && fault === null && problem === null) return false;
  if (search === "") return true;
  const values = JSON.stringify([call.arguments, call.result]);
  const text = `${operation} ${problem ?? ""} ${fault ?? ""} ${caller} ${door} ${request?.path ?? ""} ${values}`;
  return text.toLowerCase().includes(search.toLowerCase());
}

const columns: readonly Column<RecordedCall>[] = [
  { title: "No.", isNumber: true, width: "3.5rem", cell: ({ number }) => number },
  {
    title: "Time",
    width: "5rem",
    isExtra: true,
    cell: ({ time }) => <time title={time}>{time.slice(11)}</time>,
  },
  {
    title: "Operation",
    width: "15rem",
    cell: (call) => (
      <a
        href={
          isHere(call)
            ? routeTo("calls", call.number)
            : `${sandboxConsole(call.sandbox ?? "")}#/calls/${call.number}`
        }
      >
        {call.operation ?? "no operation"}
      </a>
    ),
  },
  { title: "Door", width: "4.5rem", isExtra: true, cell: ({ door }) => door },
  { title: "Caller", width: "6rem", isExtra: true, cell: ({ caller }) => caller || "nobody" },
  { title: "Outcome", width: "auto", cell: (call) => <Outcome call={call} /> },
  {
    title: "Duration",
    isNumber: true,
    width: "8rem",
    isExtra: true,
    cell: ({ duration_ms }) => (
      <>
        {duration_ms.toFixed(1)} ms{" "}
        <progress aria-hidden="true" value={Math.log10(1 + duration_ms)} max={4} />
      </>
    ),
  },
];

/** How a call ended without an answer of the operation. */
const endings: Partial<Record<RecordedCall["outcome"], string>> = {
  html: "page of a proxy",
  truncated: "truncated",
  dropped: "connection cut",
  reset: "connection reset",
  given_up: "client gave up",
};

/** What a failed call was told, and what a successful one was given. */
function Outcome({ call }: { readonly call: RecordedCall }) {
  const { outcome, fault, status, rule, forced, replayed, problem, error, request, answer, ignored } = call;
  const ending = endings[outcome] ?? (request !== null && answer === null ? "no answer" : undefined);
  const failure = ending ?? fault ?? (status !== null && status >= 400 ? `HTTP ${status}` : undefined);
  const reason = problem ?? error?.message ?? (ignored.length > 0 ? ignored.join(", ") : undefined);
  return (
    <>
      {failure !== undefined && <span class="chip bad">{failure}</span>}
      {forced && <span class="chip warn">{rule === null ? "forced" : `forced by rule ${rule}`}</span>}
      {replayed && <span class="chip">repeated answer</span>}
      {ignored.length > 0 && <span class="chip warn">ignored</span>}
      {reason ?? <span class="soft">{valueText(call.arguments)}</span>}
    </>
  );
}
