/** Reads the hand-written files of the clients, and adds the banner that says where they are edited. */
import { packagedFile, packagedPaths } from "../../engine/config/package.js";
import { banner } from "../../engine/chapters/views.js";

/** @param path relative to the folder of the language */
export function handWritten(language: string, path: string): string {
  return packagedFile(`${folderOf(language)}/${path}`).toString();
}

/**
 * The files with `$banner` and other placeholders replaced, and the licence. A file without `$banner` gets it as its first line if it
 * can have comments.
 */
export function handWrittenFiles(
  language: "python" | "php",
  placeholders: Readonly<Record<string, string>>,
): Record<string, string> {
  const paths = packagedPaths(folderOf(language)).filter((path) =>
    /\.(py|typed|toml|md|php|json)$/.test(path),
  );
  const texts = paths.map((path) => {
    const text = handWritten(language, path).replace(/\$\w+/g, (name) => placeholders[name] ?? name);
    return [path, marked(path, text)] as const;
  });
  return Object.fromEntries(
    [...texts, ["LICENSE", packagedFile("LICENSE").toString()] as const].map(([path, text]) => [
      `generated/clients/${language}/${path}`,
      text,
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
