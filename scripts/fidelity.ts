/** `npm run fidelity`: replays the shipped recordings against this server and writes the result into docs/fidelity.md. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../src/engine/config/package.js";
import { shippedFidelity } from "./docs/fidelity.js";

const file = join(packageRoot, "docs/fidelity.md");
writeFileSync(file, await shippedFidelity(readFileSync(file, "utf8")));
