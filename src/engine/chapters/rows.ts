/** The rows for operations and faults in the tables of a contract. */
import type { OpenRpcDocument, OpenRpcMethod, OpenRpcParam } from "./bundle.js";
import type { FaultRow } from "./chapter.js";
import { argumentCheckName } from "./checks.js";
import { knownMembers, storedBy } from "./members.js";
import {
  faultNames,
  isCheckedByOperation,
  paramKind,
  namespaceOf,
  referredSchema,
  strictFaultOf,
  takesObject,
} from "./views.js";

export function operationRow(document: OpenRpcDocument, method: OpenRpcMethod) {
  const namespace = namespaceOf(method.name);
  return {
    namespace,
    name: method.name.slice(namespace.length + 1),
    title: method.summary,
    acl: method["x-acl"] ?? null,
    effect: method["x-effect"],
    ...(method["x-storage-fault"] === undefined ? {} : { storageFault: method["x-storage-fault"] }),
    ...(method["x-fault-tells"] === undefined ? {} : { faultTells: method["x-fault-tells"] }),
    aliases: method["x-aliases"] ?? [],
    ...(method["x-source"] === "observed" ? { observed: true } : {}),
    params: method.params.map((param) => paramRow(document, method, param)),
    checks: method["x-checks"] ?? [],
    faults: faultNames(method),
    ...strictFault(method),
  };
}

function strictFault(method: OpenRpcMethod) {
  const fault = strictFaultOf(method);
  return fault === undefined ? {} : { strictFault: fault };
}

function paramRow(document: OpenRpcDocument, method: OpenRpcMethod, param: OpenRpcParam) {
  const kind = paramKind(document, param);
  const members = knownMembers(document, param);
  const stored = storedBy(document, param);
  return {
    name: param.name,
    required: param.required ?? false,
    ...(param["x-nullable"] ? { nullable: true } : {}),
    kind,
    ...(takesObject(document, param.schema) ? { takesObject: true } : {}),
    ...(kind === "raw" ? {} : { check: argumentCheckName(method, param) }),
    ...(param["x-fault"] === undefined ? {} : { fault: param["x-fault"] }),
    ...(isCheckedByOperation(document, method, param) ? { checked: true } : {}),
    ...(param["x-default"] === undefined ? {} : { default: param["x-default"] }),
    ...(kind === "int" ? rangeOf(document, param) : {}),
    ...(param["x-filterable"] === undefined ? {} : { filterable: param["x-filterable"] }),
    ...(param["x-not-filterable"] === undefined ? {} : { notFilterable: param["x-not-filterable"] }),
    ...(members === undefined ? {} : { members }),
    ...(stored === undefined ? {} : { stored }),
  };
}

function rangeOf(document: OpenRpcDocument, { schema }: OpenRpcParam) {
  const { minimum: min, maximum: max } = referredSchema(document, schema);
  return typeof min === "number" && typeof max === "number" ? { range: { min, max } } : {};
}

/** The rows of faults, except reserved ones, which are never sent. */
export function faultRows(faults: Record<string, FaultRow>): Record<string, FaultRow> {
  return Object.fromEntries(
    Object.entries(faults)
      .filter(([, row]) => !row.reserved)
      .map(([name, { code, status, message, tells }]) => [
        name,
        { code, status, message, ...(tells === undefined ? {} : { tells }) },
      ]),
  );
}

/** A method for the Router: without parameters, which it would check a second time, and without result schema, which it ignores. */
export function slimMethod({ name, result }: OpenRpcMethod) {
  return { name, params: [], result: { name: result.name, schema: {} } };
}
