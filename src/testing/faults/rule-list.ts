/** Rules that are there from the start: in the file of RULES, and in `rules` of a dataset (docs/testing.md). */
import { Ajv, type ValidateFunction } from "ajv";
import type { Settings } from "../../engine/config/config.js";
import type { Contract } from "../../engine/contract/contract.js";
import {
  fieldOf,
  ofMeantForm,
  problemPath,
  schemaWords,
  type SchemaProblem,
} from "../../engine/contract/schema-words.js";
import { packagedText } from "../../engine/contract/published-contracts.js";
import { maxProblems, type StateProblem } from "../../engine/states/problem.js";
import { append } from "../../engine/values/lists.js";
import { faultProblems, type FaultRequest } from "./fault-rules.js";
import { maxRules } from "./rule-state.js";

const contractText = packagedText("generated/openapi.json");

let compiled: ValidateFunction | undefined;

/** The schema of the body of `POST /control/faults`. */
function schemaCheck(): ValidateFunction {
  if (compiled) return compiled;
  const ajv = new Ajv({ allErrors: true, strict: false, unicodeRegExp: false });
  ajv.addSchema(JSON.parse(contractText()) as object, "openapi");
  return (compiled = ajv.compile({ $ref: "openapi#/components/schemas/FaultRequest" }));
}

/**
 * Why a list of rules cannot be used; empty if it can. The members of data objects in `match` are not checked: a dataset may
 * define them.
 * @param place of the list, for example `rules`
 */
export async function ruleListProblems(
  contract: Contract,
  namespaces: Settings["namespaces"],
  { rules, place }: { readonly rules: unknown; readonly place: string },
): Promise<StateProblem[]> {
  if (!Array.isArray(rules))
    return [{ place, message: "must be a list of rules, as POST /control/faults takes them" }];
  if (rules.length > maxRules) return [{ place, message: `must have at most ${maxRules} rules` }];
  const problems: StateProblem[] = [];
  for (const [index, rule] of (rules as unknown[]).entries()) {
    const own = `${place}[${index}]`;
    const check = schemaCheck();
    const found = check(rule)
      ? await faultProblems(contract, rule as FaultRequest, namespaces)
      : schemaProblems(check.errors ?? []);
    append(
      problems,
      found.map(({ field, message }) => ({ place: field === "" ? own : `${own}.${field}`, message })),
    );
    if (problems.length >= maxProblems) break;
  }
  return problems.slice(0, maxProblems);
}

function schemaProblems(errors: readonly SchemaProblem[]) {
  return ofMeantForm(errors.map((error) => ({ ...error, path: problemPath(error) }))).map((problem) => ({
    field: fieldOf(problem.path),
    message: schemaWords(problem),
  }));
}
