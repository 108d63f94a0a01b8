/** `npm run release`: checks a commit, packs everything to publish, and prints which files to upload. It uploads nothing. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { setAddress, writePublished } from "./release/address.js";
import { commitProblems, git, repositoryNote, tagOf, tagProblems } from "./release/checks.js";
import { packExecutable } from "./release/executable.js";
import {
  packNpm,
  packPhp,
  packPython,
  phpTagOf,
  pythonWithToml,
  splitPhp,
  writeContractChanges,
  writeSbom,
} from "./release/packages.js";
import { packedProblems } from "./release/packed.js";
import { setVersion, spreadVersion } from "./release/version.js";
import { projectRoot as root } from "./spec/chapters.js";

const summary = `Checks this commit (clean tree, versions, npm run check), packs the server, the clients for TypeScript, Python and PHP,
the executable of this platform, an SBOM, the contract changes and checksums to reports/release/<version>, checks what is in the
packages, and prints which files to upload. It uploads nothing. Without --tag, it is a dry run, which every commit passes: it lists
problems, creates the packages nevertheless, and its exit code is 1 if there were problems. What only prevents the tag (no date in
the changelog, a tag of this version at another commit) is a note. With --tag, each of these stops it, and it tags the commit at the
end.`;
const command = new Command("npm run release --")
  .description(summary)
  .option("--tag", "not a dry run: tag the commit")
  .option(
    "--set <version>",
    "only write this version and today's date into all files that name it; then commit and release",
  )
  .option(
    "--repository <address>",
    "only write this public address, such as https://github.com/acme/shop, into all files that name it; may stand beside --set",
  )
  .option("--without-check", "skip npm run check, which CI has run on this commit")
  .parse();
const options = command.opts<{ tag?: true; set?: string; repository?: string; withoutCheck?: true }>();

if (options.set !== undefined || options.repository !== undefined) {
  try {
    if (options.repository !== undefined) setAddress(root, options.repository);
    if (options.set !== undefined) setVersion(root, options.set, new Date().toISOString().slice(0, 10));
    writePublished(root);
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
  spreadVersion(root);
  const written = [options.set, options.repository].filter((one) => one !== undefined).join(" and ");
  console.log(
    `${written} is written. Look at git diff, run npm run check, commit, and run npm run release -- --tag.`,
  );
  process.exit();
}

interface Manifest {
  readonly name: string;
  readonly version: string;
}
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest;
const { name, version } = manifest;
const folder = join(root, "reports", "release", version);

const python = pythonWithToml();
const untaggable = tagProblems(root, version);
const problems = [...commitProblems(root, version), ...(options.tag === true ? untaggable : [])];
refuse(problems);
node("scripts/build.mjs");
if (options.withoutCheck !== true && !isFine("scripts/check.mjs")) problems.push("npm run check fails");
refuse(problems);

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
packNpm(root, folder);
packNpm(root, folder, "--workspaces");
packPython(root, folder, python);
packPhp(root, folder);
problems.push(...packedProblems(folder, version, python));
refuse(problems);
await packExecutable(root, folder, version);
writeContractChanges(join(folder, `contract-changes-${version}.md`));
writeSbom(root, name, join(folder, `${name}-${version}.cdx.json`));
const files = readdirSync(folder).sort();
const sums = files.map((file) => `${sha256(join(folder, file))}  ${file}\n`);
writeFileSync(join(folder, "SHA256SUMS"), sums.join(""));

console.log(`\n${folder}\n${sums.join("")}`);
if (options.tag !== true)
  for (const note of untaggable) console.log(`Note: ${note}; npm run release -- --tag would stop.`);
if (problems.length > 0) {
  console.error(`Dry run: these ${problems.length} problems would stop a release.`);
  for (const problem of problems) console.error(`  ${problem}`);
  process.exitCode = 1;
} else {
  if (options.tag) {
    git(root, "tag", "--force", "--annotate", "--message", `${name} ${version}`, tagOf(version));
    splitPhp(root, version);
  }
  console.log(instructions());
}
const note = repositoryNote(root);
if (note !== undefined) console.log(note);

/** A release stops here; a dry run continues. */
function refuse(found: readonly string[]): void {
  if (found.length === 0 || options.tag !== true) return;
  for (const problem of found) console.error(problem);
  console.error(`${found.length} problems: nothing is tagged.`);
  process.exit(1);
}

function isFine(program: string): boolean {
  return spawnSync(process.execPath, [program], { cwd: root, stdio: "inherit" }).status === 0;
}

function node(program: string): void {
  if (!isFine(program)) process.exit(1);
}

function sha256(file: string): string {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}

function instructions(): string {
  const [tag, php] = [tagOf(version), phpTagOf(version)];
  const tarballs = files.filter((file) => file.endsWith(".tgz"));
  const executables = files.filter((file) => file.startsWith("store-api-"));
  const pythons = files.filter((file) => /\.(whl|tar\.gz)$/.test(file) && !executables.includes(file));
  const zips = files.filter((file) => file.endsWith(".zip"));
  return [
    options.tag
      ? `${tag} is tagged.`
      : `Dry run: no problems.${untaggable.length === 0 ? " npm run release -- --tag tags the commit." : ""}`,
    "To upload, in that folder:",
    `  git push origin ${tag}`,
    ...(options.tag
      ? [`  git push <repository of the PHP client> ${php}:refs/heads/main ${php}:refs/tags/${tag}`]
      : []),
    ...tarballs.map((file) => `  npm publish ./${file}`),
    `  twine upload ${pythons.join(" ")}`,
    `  ${[...zips, ...executables, "SHA256SUMS", ...files.filter((file) => /\.(json|md)$/.test(file))].join(", ")}: attach to the release of the tag`,
    "Executables of other platforms: npx tsx scripts/release/executable.ts <folder>, on each of them.",
    "npm publishes with provenance, which only CI with an OIDC token can give (id-token: write on GitHub).",
  ].join("\n");
}
