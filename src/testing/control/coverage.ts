/** `/control/coverage`: which operations, faults and parameters the calls of a run used (docs/testing.md). */
import type { Settings } from "../../engine/config/config.js";
import type { Contract } from "../../engine/contract/contract.js";
import { coverageJunit, coverageText } from "../coverage/coverage-texts.js";
import { nameProblems, recordedName } from "../journal/names.js";
import { anyOperation } from "../matching/operations.js";
import type { Handlers } from "./handlers.js";

const forms = {
  text: { type: "text/plain; charset=utf-8", write: coverageText },
  junit: { type: "application/xml; charset=utf-8", write: coverageJunit },
} as const;

export function coverageHandlers(
  contract: Contract,
  { namespaces }: Pick<Settings, "namespaces">,
): Handlers<"getCoverage" | "clearCoverage"> {
  return {
    getCoverage({ shop, query }, reply) {
      const { format = "json" } = query;
      const operation = query.operation || anyOperation;
      const problems = nameProblems(contract, { operation }, []);
      if (problems.length > 0) return reply.refuse(422, problems);
      const wanted = recordedName(contract, operation) ?? operation;
      const report = shop.coverage.report(contract, namespaces, wanted);
      if (format === "json") return reply.send(200, report);
      const { type, write } = forms[format];
      reply.response
        .status(200)
        .set({ "Cache-Control": "no-store", "Content-Type": type })
        .send(write(report));
    },
    clearCoverage({ shop }, reply) {
      shop.coverage.clear();
      reply.send(204);
    },
  };
}
