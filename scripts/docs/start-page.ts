/** The first page of the documentation, with a first call. */
import { exampleTabs, firstCalls } from "../../src/addons/pages/first-calls.js";
import { html, type Html } from "../../src/addons/pages/html.js";
import { writtenAddress } from "./examples.js";
import type { DocsPage } from "./page.js";
import type { RpcContract, Sources } from "./sources.js";

export function startPage(sources: Sources): DocsPage {
  const user = { address: writtenAddress, username: "admin", apiKey: "admin123" };
  const main = html`<h1>Documentation</h1>
    <p class="lead">From nothing to a first call, then everything about every call.</p>
    <h2 id="start">1. Start a server</h2>
    <p>
      You read this on one. On your own machine, with Node.js 24 (20.19 or newer works), in a clone of the
      repository:
    </p>
    <pre class="code" tabindex="0" data-copy><code>npm install &amp;&amp; npm start</code></pre>
    <h2 id="first-call">2. Log in and make a call</h2>
    <p>
      The sample shop has a user <code>admin</code> with the key <code>admin123</code>. Each of these logs in
      and reads product 1.
    </p>
    ${exampleTabs(firstCalls(user), "First call")}
    <h2 id="next">3. Go on</h2>
    <ul>
      <li>
        <a href="~/docs/operations/catalog_product.info#try-it">Try the same call here</a>, without a program.
      </li>
      <li>
        <a href="~/docs/guide/calling">How operations are called</a>,
        <a href="~/docs/guide/arguments">the forms of values</a>,
        <a href="~/docs/guide/filters">how lists are filtered</a>.
      </li>
      <li>
        <a href="~/docs/guide/errors">Errors</a>, and
        <a href="~/docs/faults">all faults with advice for each</a>.
      </li>
      <li>
        <a href="~/docs/guide/testing">Recipes for tests</a>: forced faults, a clock that stands still,
        sandboxes for parallel workers.
      </li>
      <li>
        <a href="~/docs/viewer">The OpenAPI documents in a viewer</a>, and
        <a href="~/docs/guide/clients">clients for your language</a>.
      </li>
    </ul>
    <h2 id="operations">All operations</h2>
    <div class="cards">
      ${Object.entries(sources.rpc["x-namespaces"]).map(([name, namespace]) => namespaceCard(sources.rpc, name, namespace.title))}
    </div>`;
  return {
    slug: "",
    title: "Documentation",
    main,
    description: "The first call, and the documentation of all calls.",
  };
}

function namespaceCard({ methods }: RpcContract, namespace: string, title: string): Html {
  const own = methods.filter(({ name }) => name.startsWith(`${namespace}.`));
  return html`<section class="card">
    <h3 id="${namespace}">${title}</h3>
    <p class="soft"><code>${namespace}</code></p>
    <ul>
      ${own.map(({ name, summary }) => html`<li><a href="~/docs/operations/${name}" title="${summary}">${name.slice(namespace.length + 1)}</a></li>`)}
    </ul>
  </section>`;
}
