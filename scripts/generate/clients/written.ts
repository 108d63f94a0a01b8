/** The hand-written files of a client, with the line that says where they are edited. */
import { readdirSync, readFileSync } from "node:fs";
import { banner } from "../contract.js";

/** What is put for `$banner` and `$version`; a file without `$banner` gets it as its first line, where it may have comments. */
export function writtenFiles(language: "python" | "php", version: string): Record<string, string> {
  const folder = new URL(`${language}/files/`, import.meta.url);
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(py|typed|toml|md|php|json)$/.test(path))
    .sort();
  return Object.fromEntries(
    paths.map((path) => {
      const text = readFileSync(new URL(path, folder), "utf8").replace("$version", version);
      return [`generated/clients/${language}/${path}`, marked(path, text)];
    }),
  );
}

function marked(path: string, text: string): string {
  if (text.includes("$banner")) return text.replace("$banner", banner);
  if (path.endsWith(".md")) return `<!-- ${banner} -->\n${text}`;
  return /\.(py|toml)$/.test(path) ? `# ${banner}\n${text}` : text;
}
