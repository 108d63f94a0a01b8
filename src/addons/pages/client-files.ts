/** Serves the generated clients as files, so that a first call needs no package registry. */
import { createHash } from "node:crypto";
import { Router } from "express";
import { packagedFile, packagedPaths, packageVersion } from "../../engine/config/package.js";
import { phpZipName, wheelName } from "./client-names.js";
import { compressibleAnswer, sendCompressed } from "./compressed.js";
import { zipOf } from "./zip.js";

const folder = "generated/clients";
const version = packageVersion();

/** Readers of the files by name. */
export const clientContents: Readonly<Record<string, () => Buffer>> = {
  "client.ts": () => packagedFile(`${folder}/typescript/client.ts`),
  "control.ts": () => packagedFile(`${folder}/typescript/control.ts`),
  [wheelName]: wheel,
  [phpZipName]: () => zipOf(filesOf("php", /^(src\/.*|autoload|composer)\.(php|json)$/)),
};

export function clientFiles(): Router {
  const router = Router();
  for (const [name, read] of Object.entries(clientContents)) {
    const type = name.endsWith(".ts") ? "text/plain; charset=utf-8" : "application/zip";
    router.get(`/clients/${name}`, async (request, response) => {
      await sendCompressed(request, response, compressibleAnswer(type, read()), "revalidate");
    });
  }
  return router;
}

/** The Python package as a wheel, which is installed without a build. */
function wheel(): Buffer {
  const info = `store_management_api-${version}.dist-info`;
  const files = {
    ...filesOf("python", /^store_api\/.*\.(py|typed)$/),
    [`${info}/METADATA`]: `Metadata-Version: 2.1\nName: store-management-api\nVersion: ${version}\nRequires-Python: >=3.11\n`,
    [`${info}/WHEEL`]: "Wheel-Version: 1.0\nGenerator: store-api\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    [`${info}/entry_points.txt`]: "[pytest11]\nstore_api = store_api.pytest_plugin\n",
  };
  const rows = Object.entries(files).map(([path, text]) => {
    const digest = createHash("sha256").update(text).digest("base64url");
    return `${path},sha256=${digest},${Buffer.byteLength(text)}\n`;
  });
  const record = `${info}/RECORD`;
  return zipOf({ ...files, [record]: `${rows.join("")}${record},,\n` });
}

/** The files of a client whose paths match, sorted by path. */
function filesOf(language: string, pattern: RegExp): Record<string, string> {
  const paths = packagedPaths(`${folder}/${language}`).filter((path) => pattern.test(path));
  return Object.fromEntries(
    paths.map((path) => [path, packagedFile(`${folder}/${language}/${path}`).toString()]),
  );
}
