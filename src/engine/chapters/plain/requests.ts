/** Request bodies of plain HTTP: an object of named parameters, with a schema component for each method. */
import type { OpenRpcMethod, OpenRpcParam } from "../bundle.js";
import type { Schema } from "../chapter.js";
import { camelCase, pascalCase, schemaPrefix } from "../views.js";

/** @param schemas receives the schema of the body */
export function requestOf(
  method: OpenRpcMethod,
  params: readonly OpenRpcParam[],
  schemas: Record<string, Schema>,
) {
  if (params.length === 0) return {};
  const name = `${pascalCase(method.name)}Arguments`;
  const required = params.filter((param) => param.required).map((param) => param.name);
  schemas[name] = {
    title: name,
    description: `The parameters of \`${method.name}\`.`,
    type: "object",
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
    properties: Object.fromEntries(params.map((param) => [param.name, member(param)])),
  };
  const names = params.map((param) => param.name);
  return {
    requestBody: {
      required: required.length > 0,
      content: {
        "application/json": {
          schema: { $ref: schemaPrefix + name },
          examples: examplesOf(method, (example) => given(example, names)),
        },
      },
    },
  };
}

function member({ schema, description, "x-default": value }: OpenRpcParam): Schema {
  return {
    ...schema,
    ...(description === undefined ? {} : { description }),
    ...(value === undefined ? {} : { "x-default": value }),
  };
}

type Example = OpenRpcMethod["examples"][number];

/** The named arguments of an example, without omitted ones, which are null in its list. */
function given({ params }: Example, names: readonly string[]) {
  const sent = params.filter(({ name, value }) => value !== null && names.includes(name));
  return Object.fromEntries(sent.map(({ name, value }) => [name, value]));
}

/** Examples by name: request and result of an example have the same key. */
export function examplesOf({ examples }: OpenRpcMethod, valueOf: (example: Example) => unknown) {
  return Object.fromEntries(
    examples.map((example) => [camelCase(example.name), { summary: example.name, value: valueOf(example) }]),
  );
}
