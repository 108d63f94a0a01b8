/** The journal of calls, live: filtered, looked into, compared, sent again, made into tests and into faults. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { RecordedCall } from "../../../generated/clients/typescript/control.js";
import { CallDetail } from "./call-detail.js";
import { Difference } from "./difference.js";
import { Problem } from "./parts.js";
import { control, saying } from "./shop.js";

/** So many are kept in the page; the server keeps its own number. */
const mostKept = 500;

export function Calls() {
  const [calls, setCalls] = useState<readonly RecordedCall[]>([]);
  const [problem, setProblem] = useState<string>();
  const [isLive, setLive] = useState(true);
  const [wanted, setWanted] = useState<Wanted>({ search: "", withControl: false, onlyFaults: false });
  const [chosen, setChosen] = useState<number>();
  const [compared, setCompared] = useState<number>();
  useJournal(isLive, setCalls, setProblem);

  const shown = calls.filter((call) => isWanted(call, wanted));
  const find = (number: number | undefined) => calls.find((call) => call.number === number);
  const [detail, other] = [find(chosen), find(compared)];
  return (
    <>
      <div class="heading">
        <h1>Calls</h1>
        <div class="row">
          <button type="button" class="button" aria-pressed={isLive} onClick={() => setLive(!isLive)}>
            {isLive ? "Pause" : "Go on"}
          </button>
          <button
            type="button"
            class="button"
            onClick={() =>
              void control.clearCalls().then(
                () => setCalls([]),
                (error: unknown) => setProblem(saying(error)),
              )
            }
          >
            Empty the journal
          </button>
        </div>
      </div>
      <Problem text={problem} />
      <WantedForm wanted={wanted} onChange={setWanted} />
      <div class={detail ? "beside" : ""}>
        <CallList calls={shown} chosen={chosen} onChoose={setChosen} />
        {detail && (
          <div>
            {other && other !== detail && <Difference one={other} other={detail} />}
            <CallDetail
              key={detail.number}
              call={detail}
              compared={compared}
              onCompare={() => setCompared(detail.number)}
              onClose={() => setChosen(undefined)}
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
  readonly onlyFaults: boolean;
}

function isWanted(
  { operation, fault, caller, door }: RecordedCall,
  { search, withControl, onlyFaults }: Wanted,
): boolean {
  return (
    (withControl || door !== "control") &&
    (!onlyFaults || fault !== null) &&
    `${operation} ${fault ?? ""} ${caller} ${door}`.toLowerCase().includes(search.toLowerCase())
  );
}

function WantedForm({
  wanted,
  onChange,
}: {
  readonly wanted: Wanted;
  readonly onChange: (wanted: Wanted) => void;
}) {
  const box = (name: "onlyFaults" | "withControl", text: string) => (
    <label class="row">
      <input
        type="checkbox"
        class="inline"
        checked={wanted[name]}
        onChange={(event) => onChange({ ...wanted, [name]: event.currentTarget.checked })}
      />
      {text}
    </label>
  );
  return (
    <div class="row">
      <label>
        Find{" "}
        <input
          class="inline"
          type="search"
          placeholder="operation, fault, caller, door"
          size={28}
          value={wanted.search}
          onInput={(event) => onChange({ ...wanted, search: event.currentTarget.value })}
        />
      </label>
      {box("onlyFaults", "faults only")}
      {box("withControl", "test control too")}
    </div>
  );
}

/** Newest first; those that arrive between two pictures of the screen come together. */
function useJournal(
  isLive: boolean,
  setCalls: (change: (before: readonly RecordedCall[]) => readonly RecordedCall[]) => void,
  setProblem: (problem: string | undefined) => void,
): void {
  const last = useRef<number | undefined>(undefined);
  useEffect(() => {
    if (!isLive) return;
    const leaving = new AbortController();
    let arrived: RecordedCall[] = [];
    const add = () => {
      const more = arrived.reverse();
      arrived = [];
      setCalls((before) => [...more, ...before].slice(0, mostKept));
    };
    const follow = async () => {
      if (last.current === undefined) {
        const known = await control.listCalls({ limit: 200 }, { signal: leaving.signal });
        last.current = known[0]?.number ?? 0;
        setCalls(() => known);
      }
      const stream = control.streamCalls({ after: last.current }, { signal: leaving.signal });
      for await (const call of stream) {
        last.current = call.number;
        if (arrived.push(call) === 1) setTimeout(add, 100);
      }
    };
    setProblem(undefined);
    follow().catch((error: unknown) => {
      if (!leaving.signal.aborted) setProblem(`The journal cannot be followed: ${saying(error)}`);
    });
    return () => leaving.abort();
  }, [isLive]);
}

function CallList({
  calls,
  chosen,
  onChoose,
}: {
  readonly calls: readonly RecordedCall[];
  readonly chosen: number | undefined;
  readonly onChoose: (number: number) => void;
}) {
  if (calls.length === 0) return <p class="soft">No calls yet. They appear here as they end.</p>;
  return (
    <ul class="calls" aria-label="Calls, newest first">
      {calls.map(({ number, operation, door, fault, duration_ms, caller, time, forced }) => (
        <li key={number}>
          <button
            type="button"
            class="plain"
            aria-current={number === chosen ? "true" : undefined}
            onClick={() => onChoose(number)}
          >
            <span>
              <strong>{operation}</strong> <span class="soft">{door}</span>{" "}
              {fault !== null && <span class="chip bad">{fault}</span>}
              {forced && <span class="chip warn">forced</span>}
            </span>
            <span class="soft">
              {number} · {time} · {caller || "nobody"} · {duration_ms.toFixed(1)} ms
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
