/** `npm run format`: fixes what the linter can fix, then the formatting. */
import { join } from "node:path";
import { checkTools, run } from "./tools.mjs";

const tools = checkTools();
run(process.execPath, [join(tools, "oxlint/bin/oxlint"), "--fix"]);
run(process.execPath, [join(tools, "oxfmt/bin/oxfmt")]);
