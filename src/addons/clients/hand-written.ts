/** Reads the hand-written files of the clients, and adds the banner that says where they are edited. */
import { packagedFile, packagedPaths } from "../../engine/config/package.js";
import { banner } from "../../engine/chapters/views.js";

/** @param path relative to the folder of the language */
export function handWritten(language: string, path: string): string {
  return packagedFile(`${folderOf(language)}/${path}`).toString();
}

/** The files with `$banner` and `$version` replaced. A file without `$banner` gets it as its first line if it can have comments. */
export function handWrittenFiles(language: "python" | "php", version: string): Record<string, string> {
  const paths = packagedPaths(folderOf(language)).filter((path) =>
    /\.(py|typed|toml|md|php|json)$/.test(path),
  );
  return Object.fromEntries(
    paths.map((path) => [
      `generated/clients/${language}/${path}`,
      marked(path, handWritten(language, path).replace("$version", version)),
    ]),
  );
}

/** The package contains the folders as they are in the repository: the build leaves them out. */
function folderOf(language: string): string {
  return `src/addons/clients/${language}/files`;
}

function marked(path: string, text: string): string {
  if (text.includes("$banner")) return text.replace("$banner", banner);
  if (path.endsWith(".md")) return `<!-- ${banner} -->\n${text}`;
  return /\.(py|toml)$/.test(path) ? `# ${banner}\n${text}` : text;
}
