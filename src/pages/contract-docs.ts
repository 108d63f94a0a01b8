/** `/docs` of an application that brings no pages of its own: what the tables of its contract say. */
import { Router, type RequestHandler } from "express";
import type { Contract } from "../engine/contract/contract.js";
import { sendErrors } from "../engine/http/errors.js";
import { html } from "./html.js";
import { sendPage, type Page } from "./shell.js";
import { listTable } from "./table.js";
import { aroundOf, type PlaceSettings } from "./surroundings.js";

export function contractDocsRoutes(
  settings: PlaceSettings,
  guard: RequestHandler,
  contract: Contract,
): Router {
  const router = Router();
  const show = async (page: Page, ...[request, response]: Parameters<RequestHandler>) =>
    sendPage(request, response, page, await aroundOf(request, settings));
  router.get("/docs", guard, (request, response, next) => show(indexPage(contract), request, response, next));
  router.get("/docs/operations/:name", guard, async (request, response, next) => {
    const name = contract.operationName(request.params.name);
    if (name === undefined) return sendErrors(response, 404, "There is no such operation.");
    await show(operationPage(contract, name), request, response, next);
  });
  return router;
}

const here = "Documentation";

function indexPage({ tables }: Contract): Page {
  return {
    ...{ title: here, here },
    main: html`<h1>Documentation</h1>
      <p>
        The whole contract: <a href="~/openrpc.json">openrpc.json</a>, answered by
        <code>rpc.discover</code> too.
      </p>
      ${Object.entries(tables.namespaces).map(
        ([name, { title, operations }]) =>
          html`<h2 id="${name}">${title}</h2>
            ${listTable(
              ["Operation", "", "Effect"],
              operations.map((operation) => [
                html`<a href="~/docs/operations/${operation}"><code>${operation}</code></a>`,
                tables.operations[operation]?.title ?? "",
                tables.operations[operation]?.effect ?? "",
              ]),
            )}`,
      )}`,
  };
}

function operationPage({ tables }: Contract, name: string): Page {
  const { namespace, title, acl, params, faults } = tables.operations[
    name
  ] as (typeof tables.operations)[string];
  const space = tables.namespaces[namespace];
  return {
    ...{ title: name, here },
    main: html`<h1><code>${name}</code></h1>
      <p>${title}</p>
      <p>Access node: <code>${acl ?? space?.acl}</code></p>
      <h2>Parameters</h2>
      ${
        params.length === 0
          ? html`<p>None.</p>`
          : listTable(
              ["Name", "Kind", ""],
              params.map((param) => [
                html`<code>${param.name}</code>`,
                param.kind,
                param.required ? "required" : "optional",
              ]),
            )
      }
      <h2>Faults</h2>
      ${listTable(
        ["Name", "Code", "Status of plain HTTP", "Message"],
        faults.map((fault) => {
          const { code, status, message } = space?.faults[fault] ?? {};
          return [html`<code>${fault}</code>`, html`${code}`, html`${status}`, html`${message}`];
        }),
      )}`,
  };
}
