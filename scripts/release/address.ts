/** `npm run release -- --repository <address>`: the public address of the project, and the texts that hold only with it. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly repository?: { readonly url: string };
}

/** Each document has one place for its text, between two comments. The READMEs are those in the packages. */
const documents: Readonly<Record<string, (manifest: Manifest, address: string | undefined) => string>> = {
  "README.md": ({ name, version }, address) =>
    address === undefined
      ? ""
      : `Without a clone: \`npm install ${name} && npx --no-install store-api\`, or without Node.js (Linux)
\`curl -L ${address}/releases/download/v${version}/store-api-${version}-linux-x64.tar.gz | tar -xz && ./store-api\`.
`,
  "docs/clients.md": (_, address) =>
    address === undefined
      ? "The packages are not published yet. Install them from a clone of this project, or from a running server:\n"
      : `\`npm install @store-management-api/client\`, \`pip install store-management-api\` or
\`composer require store-management-api/client\`. Without a registry, from a clone of this project or from a running server:
`,
  "src/addons/clients/typescript/files/README.md": (_, address) =>
    address === undefined
      ? "Not published yet: in place of the name, give npm the package that a clone or a running server makes (docs/clients.md).\n"
      : "",
  "src/addons/clients/python/files/README.md": (_, address) =>
    address === undefined ? "" : "`pip install store-management-api` installs it from PyPI.\n",
  "src/addons/clients/php/files/README.md": (_, address) =>
    address === undefined
      ? ""
      : "`composer require store-management-api/client` installs it from Packagist.\n",
};

const place = /(<!-- published -->\n)([^]*?)(<!-- \/published -->)/;

/** Writes the address and what follows from it. @param address such as `https://github.com/acme/shop` */
export function setAddress(root: string, address: string): void {
  if (!/^https:\/\/[^\s/]+(\/[\w.-]+){2,}$/.test(address) || address.endsWith(".git"))
    throw new Error(`the address of a repository is https://<host>/<owner>/<name>, not ${address}`);
  const file = join(root, "package.json");
  const manifest = JSON.parse(readFileSync(file, "utf8")) as object;
  const written = addresses(address);
  const members = Object.entries(manifest)
    .filter(([name]) => !(name in written))
    .flatMap((entry) => (entry[0] === "license" ? [...Object.entries(written), entry] : [entry]));
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(members), null, 2)}\n`);
  writePublished(root);
}

function addresses(address: string): object {
  return {
    homepage: `${address}#readme`,
    bugs: `${address}/issues`,
    repository: { type: "git", url: `git+${address}.git` },
  };
}

/** Writes the texts that name the address or the version. */
export function writePublished(root: string): void {
  for (const [path, text] of Object.entries(textsOf(root))) writeFileSync(join(root, path), text);
}

/** One line for each document that says something else than package.json. */
export function addressProblems(root: string): string[] {
  return Object.entries(textsOf(root))
    .filter(([path, text]) => readFileSync(join(root, path), "utf8") !== text)
    .map(([path]) => `${path}: the part "published" does not follow from package.json`);
}

function textsOf(root: string): Record<string, string> {
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest;
  const address = manifest.repository?.url.replace(/^git\+|\.git$/g, "");
  return Object.fromEntries(
    Object.entries(documents).map(([path, write]) => {
      const text = readFileSync(join(root, path), "utf8");
      if (!place.test(text)) throw new Error(`${path} has no <!-- published --> … <!-- /published -->`);
      const written = write(manifest, address);
      return [path, text.replace(place, (_, before: string, __, after: string) => before + written + after)];
    }),
  );
}
