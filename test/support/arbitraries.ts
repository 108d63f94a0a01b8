/**
 * Calls generated from the published contract: parameters that match the schemas, and some that almost do.
 */
import { readFileSync } from "node:fs";
import fc, { type Arbitrary } from "fast-check";
import { nearly, valuesOf, type Schema, type Schemas } from "./schema-values.js";

interface Method {
  readonly name: string;
  readonly params: readonly { readonly name: string; readonly required?: boolean; readonly schema: Schema }[];
}

const contract = JSON.parse(readFileSync(new URL("../../openrpc.json", import.meta.url), "utf8")) as {
  methods: Method[];
  components: { schemas: Schemas };
};

export const operations = contract.methods.filter(({ name }) => name.includes("."));

export interface Call {
  readonly method: string;
  readonly params: object;
}

function callOf({ name, params }: Method): Arbitrary<Call> {
  const { schemas } = contract.components;
  const valid = fc.record(
    Object.fromEntries(params.map((param) => [param.name, valuesOf(param.schema, schemas)])),
    { requiredKeys: params.filter(({ required }) => required).map((param) => param.name) },
  );
  const names = params.map((param) => param.name);
  return fc
    .oneof({ weight: 3, arbitrary: valid }, { weight: 1, arbitrary: nearly(valid, names) })
    .map((given) => ({ method: name, params: given }));
}

/** A call of any operation. */
export const anyCall: Arbitrary<Call> = fc.oneof(...operations.map(callOf));
