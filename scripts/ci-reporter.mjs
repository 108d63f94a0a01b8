/** A reporter of vitest for scripts/ci.mjs: writes what ran, and errors outside of tests, to the file in CI_REPORT. */
import { writeFileSync } from "node:fs";

export default class CiReporter {
  onTestRunEnd(modules, errors) {
    const files = modules.map((module) => ({
      name: module.relativeModuleId,
      passes: module.ok(),
      tests: [...module.children.allTests()].map((test) => ({
        name: test.name,
        fullName: test.fullName,
        state: test.result().state,
      })),
    }));
    writeFileSync(
      process.env.CI_REPORT,
      JSON.stringify({ files, errors: errors.map(({ message }) => message) }),
    );
  }
}
