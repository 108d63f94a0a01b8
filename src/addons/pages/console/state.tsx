/** The state of the shop: snapshots, sandboxes, reset, export and import. */
import { useState } from "preact/hooks";
import { withConfirmation } from "./confirmation.js";
import { useLiveLoad, useWork } from "./load.js";
import { FormField, formValues, ProblemNote, WhenLoaded, DataTable } from "./parts.js";
import { isInSandbox, mainConsole, sandboxConsole } from "./places.js";
import { control, importFile } from "./shop.js";

export function StateView() {
  const work = useWork();
  const [said, setSaid] = useState<string>();
  const run = (text: string, deed: () => Promise<unknown>) =>
    void work.run(async () => {
      setSaid(undefined);
      await deed();
      setSaid(text);
    });
  return (
    <>
      <h1>State</h1>
      <ProblemNote text={work.problem} />
      <p aria-live="polite">{said && <span class="chip good">{said}</span>}</p>
      <div class="panels">
        <div class="panel">
          <Snapshots run={run} />
        </div>
        <div class="panel">
          <h2>Reset</h2>
          <form
            class="row"
            aria-label="Reset"
            onSubmit={(event) => {
              const { dataset, keep } = formValues(event);
              const target = dataset || "the initial state";
              const question = {
                text: `Reset the shop to ${target}? This deletes all data since then. It also deletes the rules and the journal of calls, which Undo does not restore.`,
                verb: "Reset",
                done: `The shop was reset to ${target}.`,
              };
              void withConfirmation(question, () =>
                control.resetShop({
                  ...(dataset === "sample" || dataset === "minimal" ? { dataset } : {}),
                  keep_sessions: keep === "on",
                }),
              );
            }}
          >
            <label>
              Dataset{" "}
              <select name="dataset" class="inline">
                <option value="">the initial dataset</option>
                <option>sample</option>
                <option>minimal</option>
              </select>
            </label>
            <label class="row">
              <input type="checkbox" name="keep" class="inline" /> keep sessions
            </label>
            <button class="button danger">Reset</button>
          </form>
        </div>
        <div class="panel">
          <Transfer run={run} />
        </div>
        {!isInSandbox && (
          <div class="panel">
            <Sandboxes run={run} />
          </div>
        )}
      </div>
      {isInSandbox && (
        <p>
          <a href={mainConsole()}>Leave the sandbox</a>
        </p>
      )}
    </>
  );
}

type Run = (text: string, deed: () => Promise<unknown>) => void;

function Snapshots({ run }: { readonly run: Run }) {
  const snapshots = useLiveLoad(() => control.listSnapshots(), []);
  return (
    <>
      <h2>Snapshots</h2>
      <form
        class="row"
        aria-label="Take a snapshot"
        onSubmit={(event) => {
          const { name = "" } = formValues(event);
          run(`The snapshot ${name} was taken.`, () =>
            control.createSnapshot({ name }).then(snapshots.reload),
          );
        }}
      >
        <label>
          Name{" "}
          <input name="name" class="inline" required pattern="[A-Za-z0-9_.\-]{1,64}" autocomplete="off" />
        </label>
        <button class="button primary">Take a snapshot</button>
      </form>
      <WhenLoaded loaded={snapshots}>
        {(rows) => (
          <DataTable
            caption="Snapshots"
            none="No snapshots."
            rows={newestFirst(rows)}
            keyOf={({ name }) => name}
            columns={[
              { title: "Name", cell: ({ name }) => name },
              { title: "Taken", cell: ({ created_at }) => created_at },
              {
                title: "Actions",
                cell: ({ name }) => (
                  <span class="row">
                    <button type="button" class="button small" onClick={() => restore(name)}>
                      Restore<span class="visually-hidden"> {name}</span>
                    </button>
                    <button
                      type="button"
                      class="button small"
                      onClick={() =>
                        run(`The snapshot ${name} was deleted.`, () =>
                          control.deleteSnapshot({ name }).then(snapshots.reload),
                        )
                      }
                    >
                      Delete<span class="visually-hidden"> {name}</span>
                    </button>
                  </span>
                ),
              },
            ]}
          />
        )}
      </WhenLoaded>
    </>
  );
}

function restore(name: string): void {
  const question = {
    text: `Restore the shop from the snapshot ${name}? This deletes all data since then.`,
    verb: `Restore ${name}`,
    done: `The shop was restored from ${name}.`,
  };
  void withConfirmation(question, () => control.restoreSnapshot({ name }));
}

function newestFirst<Row extends { readonly created_at: string }>(rows: readonly Row[]): readonly Row[] {
  return rows.toSorted((one, other) => other.created_at.localeCompare(one.created_at));
}

/** Export to a file, and import of one. */
function Transfer({ run }: { readonly run: Run }) {
  return (
    <>
      <h2>Export and import</h2>
      <div class="row">
        <button
          type="button"
          class="button"
          onClick={() =>
            run("The state was exported to the file.", async () => {
              const state = await control.exportState();
              const link = document.createElement("a");
              link.href = URL.createObjectURL(new Blob([JSON.stringify(state, null, 2)]));
              link.download = "shop.json";
              link.click();
              URL.revokeObjectURL(link.href);
            })
          }
        >
          Export to a file
        </button>
      </div>
      <form
        class="row"
        aria-label="Import"
        onSubmit={(event) => {
          event.preventDefault();
          const file = new FormData(event.currentTarget).get("file") as File;
          const question = {
            text: `Replace the whole shop with ${file.name}?`,
            verb: "Import",
            done: `The shop was imported from ${file.name}.`,
          };
          void withConfirmation(question, () => importFile(file));
        }}
      >
        <FormField label="A file from an export, or a dataset file in JSON, JSON Lines or YAML">
          <input name="file" type="file" accept="application/json,.json,.jsonl,.yaml,.yml" required />
        </FormField>
        <button class="button danger">Import and replace the current state</button>
      </form>
    </>
  );
}

function Sandboxes({ run }: { readonly run: Run }) {
  const sandboxes = useLiveLoad(() => control.listSandboxes(), []);
  return (
    <>
      <h2>Sandboxes</h2>
      <form
        class="row"
        aria-label="Make a sandbox"
        onSubmit={(event) => {
          const { name } = formValues(event);
          run("The sandbox was created.", () =>
            control.createSandbox(name ? { name } : {}).then(sandboxes.reload),
          );
        }}
      >
        <label>
          Name <input name="name" class="inline" pattern="[A-Za-z0-9_.\-]{1,64}" autocomplete="off" />
        </label>
        <button class="button primary">Create a sandbox from the current state</button>
      </form>
      <WhenLoaded loaded={sandboxes}>
        {(rows) => (
          <DataTable
            caption="Sandboxes"
            none="No sandboxes."
            rows={rows}
            keyOf={({ name }) => name}
            columns={[
              { title: "Name", cell: ({ name }) => <a href={sandboxConsole(name)}>{name}</a> },
              {
                title: "Size",
                isNumber: true,
                cell: ({ size_bytes }) => `${Math.ceil(size_bytes / 1024)} KiB`,
              },
              { title: "Last call", cell: ({ last_call_at }) => last_call_at },
              { title: "Expires", cell: ({ expires_at }) => expires_at },
              {
                title: "Actions",
                cell: ({ name }) => (
                  <button
                    type="button"
                    class="button small"
                    onClick={() =>
                      run(`The sandbox ${name} was deleted.`, () =>
                        control.deleteSandbox({ name }).then(sandboxes.reload),
                      )
                    }
                  >
                    Delete<span class="visually-hidden"> {name}</span>
                  </button>
                ),
              },
            ]}
          />
        )}
      </WhenLoaded>
    </>
  );
}
