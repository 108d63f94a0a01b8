/** `npm run fidelity`: replays the shipped recordings against this server and writes docs/fidelity.md. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../src/engine/config/package.js";
import { shippedFidelity } from "./recordings/shipped-fidelity.js";

writeFileSync(join(packageRoot, "docs/fidelity.md"), await shippedFidelity());
