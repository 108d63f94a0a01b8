/** `npm run release -- --set <version>`: gives the project a version and its date, in all files that name it. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The places that are written by hand; `npm run generate` and npm take the version from them. */
const places: Readonly<Record<string, (text: string, from: string, to: string) => string>> = {
  "spec/openrpc.yaml": (text, from, to) => text.replace(`\n  version: ${from}\n`, `\n  version: ${to}\n`),
  "openapi.yaml": (text, from, to) => text.replace(`\n  version: ${from}\n`, `\n  version: ${to}\n`),
  "package.json": (text, from, to) => text.replace(`"version": "${from}"`, `"version": "${to}"`),
  "README.md": (text, from, to) => text.replaceAll(`-${from}`, `-${to}`),
  "docs/settings.md": (text, from, to) => text.replaceAll(`-${from}`, `-${to}`),
  "docs/upgrading.md": (text, from, to) => text.replace(`to ${minor(from)}\n`, `to ${minor(to)}\n`),
};

/** The first two numbers. */
function minor(version: string): string {
  return version.split(".").slice(0, 2).join(".");
}

/** @param today `YYYY-MM-DD`. Throws if a file does not name the present version, or the changelog has no unreleased section. */
export function setVersion(root: string, to: string, today: string): void {
  if (!/^\d+\.\d+\.\d+$/.test(to)) throw new Error(`a version is three numbers, such as 1.0.0, not ${to}`);
  const { version: from } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    version: string;
  };
  const texts = Object.entries(places).map(([path, changed]) => {
    const text = readFileSync(join(root, path), "utf8");
    const now = changed(text, from, to);
    if (now === text && from !== to) throw new Error(`${path} does not name the version ${from}`);
    return [path, now] as const;
  });
  const changelog = readFileSync(join(root, "CHANGELOG.md"), "utf8");
  const heading = /^## \S+ - unreleased$/m;
  if (!heading.test(changelog)) throw new Error("CHANGELOG.md has no unreleased section");
  for (const [path, text] of texts) writeFileSync(join(root, path), text);
  const newest = /^## \S+ - unreleased$[^]*?(?=^## |(?![^]))/m;
  writeFileSync(
    join(root, "CHANGELOG.md"),
    changelog.replace(newest, (section) =>
      section.replace(heading, `## ${to} - ${today}`).replaceAll(` ${from}`, ` ${to}`),
    ),
  );
}

/** Writes the version into the generated files and the lock file. */
export function spreadVersion(root: string): void {
  execFileSync(process.execPath, ["--import", "tsx", "scripts/generate.ts"], { cwd: root, stdio: "inherit" });
  const lock = ["install", "--package-lock-only", "--ignore-scripts", "--no-audit", "--no-fund"];
  execFileSync("npm", lock, { cwd: root, stdio: "inherit", shell: process.platform === "win32" });
}
