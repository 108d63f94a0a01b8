/** Asks for confirmation before destructive actions, and takes a snapshot so that they can be undone. */
import { useEffect, useRef, useState } from "preact/hooks";
import { ControlError } from "../../../../generated/clients/typescript/control.js";
import { refreshViews } from "./live.js";
import { useWork } from "./load.js";
import { ProblemNote } from "./parts.js";
import { control, errorText } from "./shop.js";

/** The snapshot from before the latest action. */
const undoName = "before-the-last-change";

interface Question {
  readonly text: string;
  /** The text of the button that confirms. */
  readonly verb: string;
}

interface ConfirmationState {
  readonly question: (Question & { readonly answer: (isMeant: boolean) => void }) | undefined;
  /** The latest action, and whether it can be undone. */
  readonly done: { readonly text: string; readonly hasSnapshot: boolean } | undefined;
  readonly problem: string | undefined;
}

let shown: ConfirmationState = { question: undefined, done: undefined, problem: undefined };
let redraw: () => void = () => {};

function update(more: Partial<ConfirmationState>): void {
  shown = { ...shown, ...more };
  redraw();
}

/**
 * Asks for confirmation, takes a snapshot and runs the action.
 * @param question its `done` is shown afterwards, with the button "Undo"
 * @param action resolves to false if it was refused and has already shown why
 */
export async function withConfirmation(
  question: Question & { readonly done: string },
  action: () => Promise<unknown>,
): Promise<void> {
  const isMeant = await new Promise<boolean>((answer) => update({ question: { ...question, answer } }));
  update({ question: undefined, done: undefined, problem: undefined });
  if (!isMeant) return;
  try {
    const hasSnapshot = await takeSnapshot();
    if ((await action()) !== false) update({ done: { text: question.done, hasSnapshot } });
  } catch (error) {
    update({ problem: errorText(error) });
  }
  refreshViews();
}

/** Resolves to false if the storage has no snapshots (PostgreSQL). */
async function takeSnapshot(): Promise<boolean> {
  try {
    await control.createSnapshot({ name: undoName });
    return true;
  } catch (error) {
    if (error instanceof ControlError && error.status === 501) return false;
    throw error;
  }
}

/** Shows the question, the result and "Undo"; used once per page, for all views. */
export function ConfirmationArea() {
  const [, setRound] = useState(0);
  useEffect(() => {
    redraw = () => setRound((round) => round + 1);
    return () => void (redraw = () => {});
  }, []);
  return (
    <>
      <Done done={shown.done} />
      <ProblemNote text={shown.problem} />
      {shown.question && <Ask key={shown.question.text} {...shown.question} />}
    </>
  );
}

function Done({ done }: Pick<ConfirmationState, "done">) {
  const work = useWork();
  const undo = async () => {
    await control.restoreSnapshot({ name: undoName });
    await control.deleteSnapshot({ name: undoName });
    update({ done: { text: "Undone: the shop is as it was before.", hasSnapshot: false } });
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
            <button type="button" class="button small" onClick={() => update({ done: undefined })}>
              Close<span class="visually-hidden"> this message</span>
            </button>
          </div>
        )}
      </div>
      <ProblemNote text={work.problem} />
    </>
  );
}

function Ask({ text, verb, answer }: NonNullable<ConfirmationState["question"]>) {
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
