/** API users and what they may do. */
import { useLiveLoad, useWork, type Work } from "./load.js";
import { Field, formValues, Problem, Shown, Table } from "./parts.js";
import { control } from "./shop.js";

export function Users() {
  const work = useWork();
  const users = useLiveLoad(() => control.listUsers(), []);
  const change = (request: Promise<unknown>) => request.then(users.reload);
  return (
    <>
      <h1>API users</h1>
      <Shown loaded={users}>
        {(rows) => (
          <Table
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
                title: "",
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
      </Shown>
      <Problem text={work.problem} />
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
  readonly work: Work;
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
      <Field label="Name">
        <input name="username" required autocomplete="off" />
      </Field>
      <Field label="Key" hint="Needed for a new user.">
        <input name="key" type="password" autocomplete="new-password" />
      </Field>
      <Field label="Access nodes" hint="With spaces between them: all, catalog/*, sales/order/info …">
        <input name="roles" value="all" autocomplete="off" />
      </Field>
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
