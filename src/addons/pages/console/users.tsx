/** API users and their roles. */
import { useLiveLoad, useWork, type RunningWork } from "./load.js";
import { FormField, formValues, ProblemNote, WhenLoaded, DataTable } from "./parts.js";
import { control } from "./shop.js";

export function UsersView() {
  const work = useWork();
  const users = useLiveLoad(() => control.listUsers(), []);
  const change = (request: Promise<unknown>) => request.then(users.reload);
  return (
    <>
      <h1>API users</h1>
      <WhenLoaded loaded={users}>
        {(rows) => (
          <DataTable
            caption="API users"
            rows={rows}
            keyOf={({ username }) => username}
            columns={[
              { title: "Name", cell: ({ username }) => username },
              {
                title: "Allowed",
                cell: ({ roles }) => (roles === null ? "nothing: no role" : roles.join(", ") || "nothing"),
              },
              { title: "Active", cell: ({ is_active }) => (is_active ? "yes" : "no") },
              {
                title: "Actions",
                cell: ({ username }) => (
                  <button
                    type="button"
                    class="button small"
                    onClick={() => void work.run(() => change(control.deleteUser({ username })))}
                  >
                    Delete<span class="visually-hidden"> {username}</span>
                  </button>
                ),
              },
            ]}
          />
        )}
      </WhenLoaded>
      <ProblemNote text={work.problem} />
      <h2>Add or change</h2>
      <UserForm work={work} onSave={(user) => change(control.saveUser(user))} />
    </>
  );
}

type SavedUser = Parameters<typeof control.saveUser>[0];

function UserForm({
  work,
  onSave,
}: {
  readonly work: RunningWork;
  readonly onSave: (user: SavedUser) => Promise<unknown>;
}) {
  return (
    <form
      class="form panel narrow"
      onSubmit={(event) => {
        const { username = "", key, roles = "", active } = formValues(event);
        const nodes = roles.split(/[\s,]+/).filter(Boolean);
        void work.run(() =>
          onSave({ username, ...(key && { api_key: key }), roles: nodes, is_active: active === "on" }),
        );
      }}
    >
      <FormField label="Name">
        <input name="username" required autocomplete="off" />
      </FormField>
      <FormField label="Key" hint="Required for a new user.">
        <input name="key" type="password" autocomplete="new-password" />
      </FormField>
      <FormField label="Access nodes" hint="With spaces between them: all, catalog/*, sales/order/info …">
        <input name="roles" value="all" autocomplete="off" />
      </FormField>
      <label class="row">
        <input type="checkbox" name="active" class="inline" checked /> active
      </label>
      <div>
        <button class="button primary" disabled={work.isBusy}>
          Save
        </button>
      </div>
    </form>
  );
}
