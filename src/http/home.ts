/** `GET /`: a short page for people who open the server in a browser. */
import { createHash } from "node:crypto";
import { Router } from "express";
import type { Settings } from "../config.js";
import { packageVersion } from "../package.js";

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
  { path: "/control/faults", text: "Test control: faults that the next calls answer" },
  { path: "/control/users", text: "Test control: API users" },
];

const style = `
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 3rem auto; padding: 0 1rem; }
h1 { margin-bottom: 0; }
header p { margin-top: 0; opacity: 0.7; }
pre { padding: 0.8rem 1rem; border-radius: 6px; background: rgb(128 128 128 / 0.15); overflow-x: auto; }
table { border-spacing: 0; }
td { padding: 0.15rem 1.5rem 0.15rem 0; vertical-align: top; }
`;

/** Lets exactly this style through the content security policy. */
export const pageStyleHash = `'sha256-${createHash("sha256").update(style).digest("base64")}'`;

export function homePage(settings: Settings): Router {
  const router = Router();
  const version = packageVersion();
  const all = settings.control ? [...links, ...controlLinks] : links;
  router.get("/", (request, response) => {
    response.set({ "Cache-Control": "no-cache", Vary: "Accept" });
    if (request.accepts(["html", "json"]) === "json") {
      response.json({ name: "Store Management API", version, links: Object.fromEntries(all.map(jsonLink)) });
    } else {
      response.type("html").send(page(version, all));
    }
  });
  return router;
}

function jsonLink({ path, text }: Link): [string, string] {
  return [path, text];
}

function page(version: string, all: readonly Link[]): string {
  const rows = all.map(({ path, text }) => `<tr><td><a href="${path}">${path}</a></td><td>${text}</td></tr>`);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Store Management API</title>
<style>${style}</style>
<header>
<h1>Store Management API</h1>
<p>Version ${version}: catalog, sales and customers of an online shop</p>
</header>
<main>
<p>Log in with a POST to <code>/api/jsonrpc</code>; the result is your session:</p>
<pre>{"jsonrpc":"2.0", "id":1, "method":"login", "params":["&lt;API user&gt;", "&lt;API key&gt;"]}</pre>
<p>Then call an operation with it, for example:</p>
<pre>{"jsonrpc":"2.0", "id":2, "method":"call", "params":["&lt;session&gt;", "catalog_product.list"]}</pre>
<p>Every operation also has an address of its own: <code>POST /api/rpc/catalog_product.list</code> with
<code>Authorization: Bearer &lt;session&gt;</code> and an object of parameters.</p>
<table>
${rows.join("\n")}
</table>
</main>
</html>
`;
}
