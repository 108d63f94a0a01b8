/** `GET /`: the start page, with the state of the server, first calls, and links to everything else. */
import { htmlTable } from "./table.js";
import { Router, type Request } from "express";
import { timeOf } from "../../engine/clock.js";
import type { Settings } from "../../engine/config/config.js";
import { defaultApiKey } from "../../engine/config/table.js";
import type { Storage } from "../../engine/storage/storage.js";
import { controlledInstance } from "../../testing/control/controlled-instance.js";
import type { PageParts } from "../../server/page-parts.js";
import { packageVersion } from "../../engine/config/package.js";
import { exampleTabs, firstCalls } from "./first-calls.js";
import { html, type Html } from "./html.js";
import { sendPage } from "./shell.js";
import { addressFor, pageContext, hasConsole, hasDocs } from "./page-context.js";

type HomeParts = Pick<PageParts, "settings" | "sandboxes" | "baseUrl" | "access">;

interface Link {
  readonly path: string;
  readonly text: string;
}

const links: readonly Link[] = [
  {
    path: "/openrpc.json",
    text: "JSON-RPC contract (OpenRPC): 84 operations with parameters, results and faults",
  },
  {
    path: "/rpc.openapi.json",
    text: "The same operations as OpenAPI, one address each, for client generators",
  },
  { path: "/openapi.yaml", text: "REST, health and test control contract (OpenAPI), as YAML" },
  { path: "/openapi.json", text: "The same as JSON" },
  { path: "/health/ready", text: "Is the server ready for requests?" },
  { path: "/health/live", text: "Is the process alive?" },
  { path: "/metrics", text: "Metrics for Prometheus" },
];

const controlLinks: readonly Link[] = [
  { path: "/control/clock", text: "Test control: the clock of the shop" },
  { path: "/control/faults", text: "Test control: faults that the next calls return" },
  { path: "/control/users", text: "Test control: API users" },
];

export function homePage(parts: HomeParts): Router {
  const router = Router();
  const { settings } = parts;
  const all = settings.control ? [...links, ...controlLinks] : links;
  router.get("/", async (request, response) => {
    response.set({ "Cache-Control": "no-cache", Vary: "Accept" });
    if (request.accepts(["html", "json"]) === "json") {
      const addresses = Object.fromEntries(all.map(({ path, text }) => [path, text]));
      response.json({ name: "Store Management API", version: packageVersion(), links: addresses });
      return;
    }
    const around = await pageContext(request, settings);
    const mayUse = settings.control && (await parts.access.mayUse(request));
    const state = mayUse ? await shopState(request, parts) : undefined;
    const main = content({
      address: addressFor(request, settings, parts.baseUrl()),
      all,
      state,
      settings,
      consoleIsThere: await hasConsole(settings),
    });
    const page = { title: "Start", here: "Start", main, scripts: ["enhance.js"] };
    await sendPage(request, response, page, around);
  });
  return router;
}

interface ContentParts {
  readonly address: string;
  readonly all: readonly Link[];
  readonly state: Html | undefined;
  readonly settings: Settings;
  readonly consoleIsThere: boolean;
}

function content({ address, all, state, settings, consoleIsThere }: ContentParts): Html {
  const { apiUser, apiKey } = settings;
  const isPublicKey = apiKey === defaultApiKey;
  const user = isPublicKey ? { username: apiUser, apiKey } : { username: "<API user>", apiKey: "<API key>" };
  return html`<div class="hero">
      <h1>Store Management API</h1>
      <p class="lead">
        Catalog, sales and customers of an online shop: 84 operations by JSON-RPC, and REST resources.
      </p>
      <p class="actions">
        ${hasDocs(settings) && html`<a class="button primary" href="~/docs">Read the documentation</a>`}
        ${consoleIsThere && html`<a class="button" href="~/console">Open the console</a>`}
        ${hasDocs(settings) && consoleIsThere && html`<a class="button" href="~/docs/guide/qa">Test a program</a>`}
      </p>
    </div>
    ${state}
    <section aria-labelledby="first-calls">
      <h2 id="first-calls">Log in and make a first call</h2>
      <p>
        A login returns a session. Send it with every call. It ends after an hour without a call.
        ${
          isPublicKey
            ? html`User and key are the defaults of a new shop: <code>${apiUser}</code>,
                <code>${apiKey}</code>.`
            : "Insert the name and the key of your API user."
        }
      </p>
      ${exampleTabs(firstCalls({ address, ...user }), "Language")}
    </section>
    <section aria-labelledby="addresses">
      <h2 id="addresses">Addresses</h2>
      ${htmlTable(["Address", "Contents"], [...calls, ...(settings.namespaces === "all" ? furtherCalls : []), ...all.map(linkRow)], { label: "Addresses" })}
    </section>`;
}

const calls: readonly Html[] = [
  html`<tr>
    <td><code>POST /api/jsonrpc</code></td>
    <td>JSON-RPC 2.0: one call, or a batch</td>
  </tr>`,
  html`<tr>
    <td><code>POST /api/rpc/{operation}</code></td>
    <td>The same operations, one address each</td>
  </tr>`,
  html`<tr>
    <td><code>/api/rest/customers</code></td>
    <td>Customers by REST, as XML or JSON</td>
  </tr>`,
];

const furtherCalls: readonly Html[] = [
  html`<tr>
    <td><code>/api/rest/products</code>, <code>/api/rest/stockitems</code>, <code>/api/rest/orders</code></td>
    <td>Products, stock and orders by REST, compatible with Magento 1</td>
  </tr>`,
];

function linkRow({ path, text }: Link): Html {
  return html`<tr>
    <td>
      <a href="~${path}"><code>${path}</code></a>
    </td>
    <td>${text}</td>
  </tr>`;
}

/** The state of the shop, only for those who may use the test control. */
async function shopState(request: Request, { settings, sandboxes }: HomeParts): Promise<Html> {
  const { clock, sandbox, storage, journal } = controlledInstance(request);
  const [last] = journal.list({}, 1);
  const now = timeOf(clock);
  const count = sandbox === undefined ? sandboxes.size : 0;
  const shown = count > 0 ? sandboxes.names(shownSandboxes) : [];
  const rows: readonly (readonly [string, Html | string])[] = [
    ["Version", packageVersion()],
    ["Storage", sandbox === undefined ? storageText(settings) : `in memory, sandbox ${sandbox}`],
    ["Dataset", settings.dataset],
    ["Contents", (await countsIn(storage)).join(", ") || "nothing"],
    [
      "Last call",
      last
        ? html`<a href="~/console#/calls">${last.operation ?? "no operation"}</a> at ${last.time}`
        : "none yet",
    ],
    ["Clock", html`${now} UTC, ${clock.frozen ? html`<strong>frozen</strong>` : "running"}`],
    [
      "Sandboxes",
      count === 0
        ? "none"
        : html`${String(count)}:
          ${shown.map((name) => html`<a class="chip" href="~/sandbox/${encodeURIComponent(name)}/">${name}</a> `)}
          ${count > shown.length && "…"}`,
    ],
  ];
  return html`<section aria-labelledby="state">
    <h2 id="state">This server</h2>
    <dl class="facts">
      ${rows.map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
  </section>`;
}

/** The numbers of what the shop holds, as texts. */
function countsIn(storage: Storage): Promise<readonly string[]> {
  const known = (["orders", "products", "customers"] as const).filter((name) =>
    Object.hasOwn(storage.collections, name),
  );
  return storage.read((tx) =>
    Promise.all(known.map(async (name) => `${(await tx.count(name)).toLocaleString("en")} ${name}`)),
  );
}

const shownSandboxes = 20;

function storageText({ storage }: Settings): string {
  switch (storage.kind) {
    case "memory":
      return "in memory, lost when the server stops";
    case "file":
      return `files in ${storage.folder}`;
    case "postgres":
      return "PostgreSQL";
  }
}
