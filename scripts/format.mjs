/** `npm run format`: fixes what the linter can fix, then the formatting. */
import { join } from "node:path";
import { checkTools, run } from "./tools.mjs";

const tools = checkTools();
// Without types, directives for rules that need types seem to be unused.
const lintOptions = ["--fix", "--report-unused-disable-directives-severity=allow"];
run(process.execPath, [join(tools, "oxlint/bin/oxlint"), ...lintOptions]);
run(process.execPath, [join(tools, "oxfmt/bin/oxfmt")]);
