/** Requests that add a rule for forced answers: their shape and validation. */
import { globalFaults } from "../../../generated/convention.js";
import type { components } from "../../../generated/rest.js";
import type { OperationRow } from "../../../generated/tables.js";
import type { Contract } from "../../engine/contract/contract.js";
import type { Settings } from "../../engine/config/config.js";
import type { Problem } from "../../engine/values/problem.js";
import { httpAnswerProblems } from "./http-answer.js";
import { matchProblems } from "../matching/call-match.js";
import {
  anyOperation,
  isNamespace,
  namespacePattern,
  rowsOf,
  unknownNameMessage,
} from "../matching/operations.js";

/** A rule to add, already validated against openapi.yaml. */
export type FaultRequest = components["schemas"]["FaultRequest"];

const builtins = ["login", "multiCall"];

/** Why a rule cannot be added; empty if it can. */
export async function faultProblems(
  contract: Contract,
  request: FaultRequest,
  namespaces: Settings["namespaces"],
): Promise<Problem[]> {
  const kinds = (["fault", "result", "http", "drop"] as const).filter((kind) => request[kind] !== undefined);
  if (kinds.length > 1) return [{ field: kinds[1] ?? "", message: `cannot be combined with ${kinds[0]}` }];
  const problems = [
    ...detailProblems(request),
    ...delayProblems(request),
    ...timingProblems(request),
    ...httpAnswerProblems(request),
  ];
  const target = targetOf(contract, request.operation);
  if (request.undeclared)
    return [
      ...problems,
      ...undeclaredProblems(request, target),
      ...matchProblems(contract, request.operation, request.match, null),
    ];
  if (!target) {
    const others = [...Object.keys(contract.tables.restOperations), ...builtins, anyOperation];
    return [
      ...problems,
      {
        field: "operation",
        message: `${unknownNameMessage(contract, request.operation, others)} (undeclared: true stubs an operation that the contracts do not have)`,
      },
    ];
  }
  if (namespaces === "documents" && target.row?.observed === true) {
    const message = `${target.name} is excluded by NAMESPACES=documents: no call would match this rule`;
    return [...problems, { field: "operation", message }];
  }
  return [
    ...problems,
    ...faultProblemsOf(contract, request, target),
    ...(await resultProblems(contract, request, target)),
    ...matchProblems(contract, target.name, request.match, contract.tables.restOperations[target.name]),
  ];
}

/** What a rule applies to: an operation with its row of the contract, or a name without a row. */
interface Target {
  readonly name: string;
  readonly row?: OperationRow;
}

export function targetOf(contract: Contract, path: string): Target | undefined {
  if (path === anyOperation || builtins.includes(path) || Object.hasOwn(contract.tables.restOperations, path))
    return { name: path };
  const namespace = namespacePattern(contract, path);
  if (namespace !== undefined) return { name: namespace };
  try {
    return contract.resolveOperation(path);
  } catch {
    return undefined;
  }
}

/** Members that are only allowed together with another one. */
function detailProblems({ fault, message, data, http, body, probability, seed }: FaultRequest): Problem[] {
  const isFault = fault !== undefined;
  return [
    ...surplus(
      "message",
      message,
      isFault && typeof fault === "string",
      "can only be used with the name of a fault",
    ),
    ...surplus("data", data, isFault, "can only be used with a fault"),
    ...surplus("body", body, http !== undefined, "can only be used with http: {status}"),
    ...surplus("seed", seed, probability !== undefined, "can only be used with probability"),
  ];
}

function surplus(field: string, value: unknown, isWanted: boolean, message: string): Problem[] {
  return value === undefined || isWanted ? [] : [{ field, message }];
}

/** Contradictions between the members that say which calls are answered and when. */
function timingProblems({ when, result, undeclared, nth, times, probability }: FaultRequest): Problem[] {
  const isAfter = when === "after";
  return [
    ...surplus("result", result, !isAfter, "never has an effect: it cannot be combined with when: after"),
    ...surplus(
      "when",
      when,
      !isAfter || !undeclared,
      "must be before: an undeclared operation cannot be executed",
    ),
    ...surplus(
      "times",
      times,
      nth === undefined || times === 1,
      "cannot be combined with nth, which fires once",
    ),
    ...surplus("probability", probability, nth === undefined, "cannot be combined with nth"),
  ];
}

/** Problems of a stub for an operation that the contracts do not have. Its `match` may name any parameters. */
function undeclaredProblems(request: FaultRequest, target: Target | undefined): Problem[] {
  const { operation, fault, result, http, drop } = request;
  if (target) {
    const message = `is for operations that the contracts do not have; they have ${target.name}`;
    return [{ field: "undeclared", message }];
  }
  const problems: Problem[] = [];
  if (!/^[^.]+\.[^.]+$/.test(operation)) {
    problems.push({ field: "operation", message: "must be a namespace and a name, such as giftcard.info" });
  }
  if (typeof fault === "string") {
    problems.push({
      field: "fault",
      message: "must be {code, message} and optionally name: the contracts declare none",
    });
  }
  if ((fault ?? result ?? http ?? drop) === undefined) {
    problems.push({
      field: "undeclared",
      message: "needs a response: result, fault {code, message} or http",
    });
  }
  return problems;
}

function delayProblems({ delay_ms }: FaultRequest): Problem[] {
  if (typeof delay_ms !== "object" || delay_ms.min <= delay_ms.max) return [];
  return [{ field: "delay_ms.min", message: "must not be greater than max" }];
}

function faultProblemsOf(contract: Contract, { fault }: FaultRequest, { name, row }: Target): Problem[] {
  if (fault === undefined) return [];
  if (typeof fault !== "string") {
    return [
      { field: "fault", message: `must be a name: {code, message} can only be used with undeclared: true` },
    ];
  }
  if (Object.hasOwn(contract.tables.restOperations, name)) {
    return [{ field: "fault", message: "REST responses have statuses instead: use http" }];
  }
  // A rule for a namespace is only for the operations that declare its fault.
  if (
    declares(row, fault) ||
    (isNamespace(name) && rowsOf(contract, name).some((one) => declares(one, fault)))
  )
    return [];
  const message = row
    ? `${fault} is not declared by ${name}; its own are: ${row.faults.join(", ") || "none"}`
    : `${fault} is not declared by ${name === anyOperation ? "every operation" : name}`;
  return [{ field: "fault", message }];
}

/** A forced result must match the contract. */
async function resultProblems(
  { tables }: Contract,
  { result }: FaultRequest,
  { name, row }: Target,
): Promise<Problem[]> {
  if (result === undefined) return [];
  // The module of result checks is large, so it is loaded only when a result is forced.
  const resultChecks = await tables.resultChecks();
  const check = row || name === "login" ? resultChecks[name] : undefined;
  if (!check) return [{ field: "result", message: "needs an operation of its own" }];
  if (check(result)) return [];
  return (check.errors ?? []).slice(0, 10).map(({ instancePath, message }) => ({
    field: `result${instancePath.replace(/\/(\d+)/g, "[$1]").replaceAll("/", ".")}`,
    message: message ?? "does not match the contract",
  }));
}

export function declares(row: OperationRow | undefined, fault: string): boolean {
  return row?.faults.includes(fault) === true || Object.hasOwn(globalFaults, fault);
}
