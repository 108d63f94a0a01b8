/** `npm run format`: fixes what the linter can fix, then the formatting. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { checkTools } from "./tools.mjs";

const tools = checkTools();
// Without types, directives for rules that need types seem to be unused.
const lintOptions = ["--fix", "--report-unused-disable-directives-severity=allow"];
for (const [program, ...args] of [["oxlint/bin/oxlint", ...lintOptions], ["oxfmt/bin/oxfmt"]]) {
  // What the linter cannot fix is no reason to leave the formatting.
  const { status } = spawnSync(process.execPath, [join(tools, program), ...args], { stdio: "inherit" });
  process.exitCode ||= status ?? 1;
}
