/** A question before what throws something away, and the way back: a snapshot that is taken before it. */
import { useEffect, useRef, useState } from "preact/hooks";
import { ControlError } from "../../../generated/clients/typescript/control.js";
import { refreshViews } from "./live.js";
import { useWork } from "./load.js";
import { Problem } from "./parts.js";
import { control, saying } from "./shop.js";

/** Taken before the latest of these deeds. */
const undoName = "before-the-last-change";

interface Question {
  readonly text: string;
  /** What the button says that does it. */
  readonly verb: string;
}

interface Shown {
  readonly question: (Question & { readonly answer: (isMeant: boolean) => void }) | undefined;
  /** What was done, and whether it can be undone. */
  readonly done: { readonly text: string; readonly hasSnapshot: boolean } | undefined;
  readonly problem: string | undefined;
}

let shown: Shown = { question: undefined, done: undefined, problem: undefined };
let redraw: () => void = () => {};

function become(more: Partial<Shown>): void {
  shown = { ...shown, ...more };
  redraw();
}

/**
 * Asks, takes a snapshot, and does it.
 * @param done what is said afterwards, beside the button "Undo"
 * @param deed answers false when it was refused and has said so
 */
export async function carefully(
  question: Question & { readonly done: string },
  deed: () => Promise<unknown>,
): Promise<void> {
  const isMeant = await new Promise<boolean>((answer) => become({ question: { ...question, answer } }));
  become({ question: undefined, done: undefined, problem: undefined });
  if (!isMeant) return;
  try {
    const hasSnapshot = await takeSnapshot();
    if ((await deed()) !== false) become({ done: { text: question.done, hasSnapshot } });
  } catch (error) {
    become({ problem: saying(error) });
  }
  refreshViews();
}

/** False where there are none: over PostgreSQL. */
async function takeSnapshot(): Promise<boolean> {
  try {
    await control.createSnapshot({ name: undoName });
    return true;
  } catch (error) {
    if (error instanceof ControlError && error.status === 501) return false;
    throw error;
  }
}

/** Stands once in the page, for all views. */
export function Careful() {
  const [, setRound] = useState(0);
  useEffect(() => {
    redraw = () => setRound((round) => round + 1);
    return () => void (redraw = () => {});
  }, []);
  return (
    <>
      <Done done={shown.done} />
      <Problem text={shown.problem} />
      {shown.question && <Ask key={shown.question.text} {...shown.question} />}
    </>
  );
}

function Done({ done }: Pick<Shown, "done">) {
  const work = useWork();
  const undo = async () => {
    await control.restoreSnapshot({ name: undoName });
    await control.deleteSnapshot({ name: undoName });
    become({ done: { text: "Undone: the shop is as it was before.", hasSnapshot: false } });
    refreshViews();
  };
  return (
    <>
      <div role="status">
        {done && (
          <div class="note done row">
            <span>{done.text}</span>
            {done.hasSnapshot && (
              <button
                type="button"
                class="button small"
                disabled={work.isBusy}
                onClick={() => void work.run(undo)}
              >
                Undo
              </button>
            )}
            <button type="button" class="button small" onClick={() => become({ done: undefined })}>
              Close<span class="visually-hidden"> this message</span>
            </button>
          </div>
        )}
      </div>
      <Problem text={work.problem} />
    </>
  );
}

function Ask({ text, verb, answer }: NonNullable<Shown["question"]>) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      aria-label={text}
      onCancel={(event) => {
        event.preventDefault();
        answer(false);
      }}
    >
      <p>{text}</p>
      <div class="row">
        <button type="button" class="button danger" onClick={() => answer(true)}>
          {verb}
        </button>
        <button type="button" class="button" autofocus onClick={() => answer(false)}>
          Keep everything as it is
        </button>
      </div>
    </dialog>
  );
}
