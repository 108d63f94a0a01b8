/** Reads the hand-written files of the clients, and adds the banner that says where they are edited. */
import { packagedFile, packagedPaths } from "../../engine/config/package.js";
import { banner } from "../../engine/chapters/views.js";

export class HandWrittenFiles {
  /** @param root folder of the package with one folder per language, such as scripts/generate/clients */
  constructor(private readonly root: string) {}

  text(language: string, path: string): string {
    return packagedFile(`${this.root}/${language}/files/${path}`).toString();
  }

  /** The files with `$banner` and `$version` replaced. A file without `$banner` gets it as its first line if it can have comments. */
  files(language: "python" | "php", version: string): Record<string, string> {
    const paths = packagedPaths(`${this.root}/${language}/files`).filter((path) =>
      /\.(py|typed|toml|md|php|json)$/.test(path),
    );
    return Object.fromEntries(
      paths.map((path) => [
        `generated/clients/${language}/${path}`,
        marked(path, this.text(language, path).replace("$version", version)),
      ]),
    );
  }
}

function marked(path: string, text: string): string {
  if (text.includes("$banner")) return text.replace("$banner", banner);
  if (path.endsWith(".md")) return `<!-- ${banner} -->\n${text}`;
  return /\.(py|toml)$/.test(path) ? `# ${banner}\n${text}` : text;
}
