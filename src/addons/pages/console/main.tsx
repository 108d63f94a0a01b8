/** The console: navigation, and the view that the address names. */
import { render, type ComponentChildren } from "preact";
import { createPortal } from "preact/compat";
import { useLayoutEffect } from "preact/hooks";
import "../browser/menu.js";
import "./console.css";
import { Calls } from "./calls.js";
import { Faults } from "./faults.js";
import { Creditmemos, Customers, Invoices, Orders, Products, Shipments } from "./lists.js";
import { ConfirmationArea } from "./confirmation.js";
import { followJournal, useConnection, useConnectionProblem } from "./live.js";
import { routeTo, useLoad, useRoute } from "./load.js";
import { Mail } from "./mail.js";
import { NewOrder } from "./new-order.js";
import { OrderView } from "./order.js";
import { mainConsole, sandboxConsole, sandboxName } from "./places.js";
import { mainControl } from "./shop.js";
import { Categories, RecordView } from "./records.js";
import { StateView } from "./state.js";
import { ClockAndGateway } from "./time.js";
import { UsersView } from "./users.js";

interface View {
  readonly name: string;
  readonly title: string;
  /** @param rest the segments of the address behind the name */
  readonly show: (...rest: (string | undefined)[]) => ComponentChildren;
}

/** A list, and the record of a row. */
const records = (
  name: Parameters<typeof RecordView>[0]["kind"],
  title: string,
  All: () => ComponentChildren,
) => ({
  ...{ name, title },
  show: (id?: string) => (id ? <RecordView key={id} kind={name} id={id} /> : <All />),
});

const shopViews: readonly View[] = [
  {
    name: "orders",
    title: "Orders",
    show: (number) => (number ? <OrderView key={number} number={number} /> : <Orders />),
  },
  records("invoices", "Invoices", Invoices),
  records("shipments", "Shipments", Shipments),
  records("creditmemos", "Credit memos", Creditmemos),
  records("products", "Products", Products),
  { name: "categories", title: "Categories", show: (id) => <Categories id={id} /> },
  records("customers", "Customers", Customers),
  { name: "mail", title: "Mail", show: (order) => <Mail key={order ?? ""} order={order} /> },
];

const testViews: readonly View[] = [
  { name: "calls", title: "Calls", show: (...place) => <Calls place={place} /> },
  { name: "faults", title: "Faults", show: (id) => <Faults chosen={id} /> },
  { name: "time", title: "Clock and gateway", show: () => <ClockAndGateway /> },
  { name: "users", title: "API users", show: () => <UsersView /> },
  { name: "state", title: "State", show: () => <StateView /> },
];

const unknownView: View = {
  name: "",
  title: "No such view",
  show: () => (
    <>
      <h1>No such view</h1>
      <p>
        The console has nothing at <code>{location.hash}</code>. <a href={routeTo("orders")}>Orders</a>
      </p>
    </>
  ),
};

const hiddenViews: readonly View[] = [
  { name: "new-order", title: "Place an order", show: () => <NewOrder /> },
];

const views = [...shopViews, ...testViews, ...hiddenViews];

function Console() {
  const [name = "orders", ...rest] = useRoute();
  const view = views.find((one) => one.name === name) ?? unknownView;
  const address = [name, ...rest].join("/");
  // With the view, not after it: what somebody has focused meanwhile would lose the focus again.
  useLayoutEffect(() => {
    document.title = `${[view.title, ...rest].join(" ")} · Console · Store Management API`;
    // Moves the focus of screen readers and keyboard users from the link to the new view.
    if (location.hash !== "") document.querySelector<HTMLElement>("#view")?.focus();
  }, [address]);
  return (
    <div class="console">
      <nav class="ways" aria-label="Console">
        <Ways title="Shop" views={shopViews} here={view} />
        <Ways title="Test" views={testViews} here={view} />
      </nav>
      <div class="view">
        <ConfirmationArea />
        <div id="view" tabIndex={-1} key={keyOf(view, address)}>
          {view.show(...rest)}
        </div>
      </div>
      <Tools />
    </div>
  );
}

/** Views with a list next to the details keep their state when another entry is chosen. */
function keyOf(view: View, address: string): string {
  return view.name === "calls" || view.name === "faults" ? view.name : address;
}

function Ways({
  title,
  views,
  here,
}: {
  readonly title: string;
  readonly views: readonly View[];
  readonly here: View;
}) {
  return (
    <div>
      <p class="ways-title">{title}</p>
      <ul>
        {views.map((view) => (
          <li key={view.name}>
            <a href={routeTo(view.name)} aria-current={view === here ? "page" : undefined}>
              {view.title}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Rendered in the header of the page. */
function Tools() {
  const place = document.querySelector("#top-tools");
  if (!place) return null;
  const tools = (
    <div class="row tools">
      <Connection />
      <SandboxChoice />
    </div>
  );
  return createPortal(tools, place);
}

const connectionText = {
  connecting: "connecting …",
  connected: "connected",
  lost: "no connection, trying again",
} as const;

/** The state of the connection, which reports whether the views are up to date. */
function Connection() {
  const state = useConnection();
  const problem = useConnectionProblem();
  const tone = { connecting: "", connected: "good", lost: "bad" }[state];
  return (
    <span role="status" class={`chip ${tone}`} title={problem}>
      {connectionText[state]}
    </span>
  );
}

/** Switches between the main shop and its sandboxes. */
function SandboxChoice() {
  const sandboxes = useLoad(() => mainControl.listSandboxes(), []);
  const names = new Set(sandboxes.value?.map(({ name }) => name));
  if (sandboxName !== undefined) names.add(sandboxName);
  return (
    <label>
      <select
        class="inline"
        aria-label="Shop or sandbox"
        value={sandboxName ?? ""}
        onFocus={sandboxes.reload}
        onChange={(event) => {
          const name = event.currentTarget.value;
          location.href = name === "" ? mainConsole() : sandboxConsole(name);
        }}
      >
        <option value="">main shop</option>
        {[...names].map((name) => (
          <option key={name} value={name}>
            sandbox {name}
          </option>
        ))}
      </select>
    </label>
  );
}

void followJournal();
const content = document.querySelector("#content");
if (content) render(<Console />, content);
