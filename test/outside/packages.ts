/** Packages that only tests with other programs need: `npm run test:all` installs them into this folder. */
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

/** Loads and finds packages of this folder. */
export const outside = createRequire(import.meta.url);

export const outsideModules = fileURLToPath(new URL("node_modules", import.meta.url));
