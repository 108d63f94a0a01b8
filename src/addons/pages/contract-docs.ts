/** `/docs` for an application without built pages: generated from the tables of its contract. */
import { Router, type RequestHandler } from "express";
import type { Contract } from "../../engine/contract/contract.js";
import type { OpenrpcText } from "../../engine/contract/published-contracts.js";
import { sendErrors } from "../../engine/serving/errors.js";
import type { OperationRow } from "../../../generated/tables.js";
import { memoize } from "../../engine/values/memo.js";
import { fromWire } from "../../engine/values/text.js";
import { shellQuote } from "../../engine/values/shell.js";
import { codeBlock } from "./first-calls.js";
import { html, type Html } from "./html.js";
import { sendPage, type HtmlPage } from "./shell.js";
import { listTable } from "./table.js";
import { pageContext, type PlaceSettings } from "./page-context.js";

export function contractDocsRoutes(
  settings: PlaceSettings,
  access: RequestHandler,
  contract: Contract,
  openrpc: () => OpenrpcText,
): Router {
  const router = Router();
  const show = async (page: HtmlPage, ...[request, response]: Parameters<RequestHandler>) =>
    sendPage(request, response, page, await pageContext(request, settings));
  router.get("/docs", access, (request, response, next) =>
    show(indexPage(contract), request, response, next),
  );
  router.get("/docs/operations/:name", access, async (request, response, next) => {
    const name = contract.operationNames.get(request.params.name);
    if (name === undefined) return sendErrors(response, 404, "There is no such operation.");
    await show(
      contractOperationPage(contract, name, describedMethods(openrpc()).get(name)),
      request,
      response,
      next,
    );
  });
  return router;
}

const here = "Documentation";

function indexPage({ tables }: Contract): HtmlPage {
  return {
    title: here,
    here,
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

/** A method of the OpenRPC document of this server. */
interface DescribedMethod {
  readonly name: string;
  readonly description?: string;
  readonly params: readonly {
    readonly name: string;
    readonly description?: string;
    readonly schema?: object;
  }[];
  readonly result?: { readonly name: string; readonly schema?: object };
  readonly examples?: readonly {
    readonly name: string;
    readonly params: readonly { readonly name: string; readonly value: unknown }[];
    readonly result: { readonly value: unknown };
  }[];
}

/** The methods of an OpenRPC document by name. */
export const describedMethods = (openrpc: OpenrpcText) => memoize(openrpc, readMethods);

function readMethods(openrpc: OpenrpcText): ReadonlyMap<string, DescribedMethod> {
  const { methods } = JSON.parse(fromWire(openrpc.text)) as { methods: DescribedMethod[] };
  return new Map(methods.map((method) => [method.name, method]));
}

/** The page of an operation, from the tables of the contract and its OpenRPC method. */
export function contractOperationPage(
  { tables }: Contract,
  name: string,
  method?: DescribedMethod,
): HtmlPage {
  const row = tables.operations[name] as (typeof tables.operations)[string];
  const { namespace, title, acl, effect, params, faults } = row;
  const space = tables.namespaces[namespace];
  const [first] = method?.examples ?? [];
  const description = method?.description?.replace(/\n*Access: [^]*$/, "") ?? "";
  return {
    title: name,
    here,
    description: title,
    scripts: ["try.js"],
    main: html`<p class="eyebrow">${space?.title}</p>
      <h1><code>${name}</code></h1>
      <p class="lead">${title}</p>
      <dl class="facts">
        <div>
          <dt>Access</dt>
          <dd><code>${acl ?? space?.acl}</code></dd>
        </div>
        <div>
          <dt>Effect</dt>
          <dd>${effect === "read" ? "reads; may be repeated" : "writes, as a whole or not at all"}</dd>
        </div>
        <div>
          <dt>Plain address</dt>
          <dd><code>POST /api/rpc/${name}</code></dd>
        </div>
      </dl>
      ${description !== "" && html`<p>${description}</p>`}
      ${method?.examples?.map(
        (example) =>
          html`<h2>Example: ${example.name}</h2>
            ${codeBlock(exampleCurl(name, example.params))}
            <p class="label">Result</p>
            ${codeBlock(JSON.stringify(example.result.value, null, 2))}`,
      )}
      <h2 id="parameters">Parameters</h2>
      ${
        params.length === 0
          ? html`<p>None.</p>`
          : listTable(
              ["Name", "Kind", "", "Meaning"],
              params.map((param, index) => [
                html`<code>${param.name}</code>`,
                param.kind,
                param.required ? "required" : "optional",
                method?.params[index]?.description ?? "",
              ]),
            )
      }
      ${
        method?.result?.schema &&
        html`<h2 id="result">Result</h2>
          ${codeBlock(JSON.stringify(method.result.schema, null, 2))}`
      }
      <h2 id="faults">Faults</h2>
      ${listTable(
        ["Name", "Code", "Status of plain HTTP", "Message"],
        faults.map((fault) => {
          const { code, status, message } = space?.faults[fault] ?? {};
          return [html`<code>${fault}</code>`, html`${code}`, html`${status}`, html`${message}`];
        }),
      )}
      ${first && tryIt(row, name, first.params)}`,
  };
}

type ExampleParams = NonNullable<DescribedMethod["examples"]>[number]["params"];

function exampleCurl(name: string, params: ExampleParams): string {
  const given = params.filter(({ value }) => value !== null).map((param) => [param.name, param.value]);
  const body = shellQuote(JSON.stringify(Object.fromEntries(given)));
  return `curl -u admin:admin123 http://127.0.0.1:8080/api/rpc/${name} -H 'Content-Type: application/json' -d ${body}`;
}

/** The form, with its data for the script. */
function tryIt({ params, faults }: OperationRow, operation: string, example: ExampleParams): Html {
  const known = new Map(example.map(({ name, value }) => [name, value]));
  const form = {
    kind: "rpc",
    operation,
    faults,
    params: params.map(({ name, required, kind }) => ({
      name,
      required,
      isText: kind === "text",
      example: known.get(name) ?? null,
    })),
  };
  return html`<h2 id="try-it" class="no-print">Try it</h2>
    <div class="try no-print" data-try="${JSON.stringify(form)}">
      <p>The form needs scripts, and a server whose test control is on.</p>
    </div>`;
}
