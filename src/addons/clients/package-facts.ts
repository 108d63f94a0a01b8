/** What package.json says for the manifests of all packages. `npm run release -- --repository` writes the addresses into it. */
import { packagedFile } from "../../engine/config/package.js";

interface Manifest {
  readonly version: string;
  readonly keywords: readonly string[];
  /** None before the project has a public address. */
  readonly repository?: { readonly type: "git"; readonly url: string };
  readonly homepage?: string;
  readonly bugs?: string;
}

function projectManifest(): Manifest {
  return JSON.parse(packagedFile("package.json").toString()) as Manifest;
}

/** The members for the package.json of a client. @param directory its folder */
export function npmFacts(directory: string, manifest = projectManifest()): object {
  const { keywords, repository, homepage, bugs } = manifest;
  return { keywords, homepage, bugs, repository: repository && { ...repository, directory } };
}

/** The members for composer.json. */
export function composerFacts(manifest = projectManifest()): object {
  const { keywords, homepage, bugs } = manifest;
  const addresses = addressesOf(manifest);
  const support = addresses && { issues: bugs, source: addresses.Repository, docs: addresses.Documentation };
  return { keywords, homepage, support };
}

/** The tables of pyproject.toml by their placeholders. */
export function pythonFacts(manifest = projectManifest()): Readonly<Record<string, string>> {
  const rows = Object.entries(addressesOf(manifest) ?? {}).map(([label, url]) => `${label} = "${url}"\n`);
  return {
    $keywords: JSON.stringify(manifest.keywords),
    $urls: rows.length === 0 ? "" : `\n[project.urls]\n${rows.join("")}`,
  };
}

function addressesOf({ version, repository, homepage, bugs }: Manifest) {
  if (repository === undefined) return undefined;
  const address = repository.url.replace(/^git\+|\.git$/g, "");
  const fileOfRelease = (path: string) => `${address}/blob/v${version}/${path}`;
  return {
    Homepage: homepage,
    Documentation: fileOfRelease("docs/clients.md"),
    Repository: address,
    Issues: bugs,
    Changelog: fileOfRelease("CHANGELOG.md"),
  };
}

/** A manifest with members added after its description. */
export function manifestWith(text: string, facts: object): string {
  const entries = Object.entries(JSON.parse(text) as object).flatMap((entry) =>
    entry[0] === "description" ? [entry, ...Object.entries(facts)] : [entry],
  );
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`;
}
