/** Writes checks that Ajv compiles (https://ajv.js.org/standalone.html) as modules that need no package at run time. */
import type { Ajv, AnySchemaObject } from "ajv";
import standalone from "ajv/dist/standalone/index.js";
import { build } from "esbuild";
import { banner } from "../../src/engine/chapters/views.js";
import { projectRoot } from "../spec/chapters.js";

/** The options with which Ajv keeps the code of its checks. */
export const written = { source: true, esm: true };

/** @param exported the name under which the module exports the checks by name @param ajv has what the schemas refer to */
export async function checksModule(
  exported: string,
  ajv: Ajv,
  schemas: Iterable<readonly [name: string, schema: AnySchemaObject]>,
): Promise<string> {
  const ids: Record<string, string> = {};
  const members: string[] = [];
  for (const [name, schema] of schemas) {
    const check = `check${members.length}`;
    ids[check] = `${exported} ${name}`;
    ajv.addSchema(schema, ids[check]);
    members.push(`${JSON.stringify(name)}: ${check},`);
  }
  const contents = [standalone.default(ajv, ids), `export const ${exported} = {`, ...members, "};"].join(
    "\n",
  );
  // Bundling puts the functions that Ajv requires into the module. Unminified, the checks of results would be four times as large.
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: projectRoot },
    bundle: true,
    format: "esm",
    minify: true,
    write: false,
    banner: { js: `// ${banner}` },
  });
  return outputFiles.map(({ text }) => text).join("");
}
