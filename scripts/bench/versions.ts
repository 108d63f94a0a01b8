/** Another version to compare with: a built checkout, or a commit that is built in a separate folder. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { present, type Version } from "./processes.js";

type OtherVersion = Version & { readonly remove: () => void };

/** @param where the folder of a checkout with a built dist/, or a commit, branch or tag */
export function otherVersion(where: string): OtherVersion {
  if (!existsSync(where)) return checkOut(where);
  const root = resolve(where);
  if (!existsSync(join(root, "dist", "src", "main.js")))
    throw new Error(`${root} has no dist/src/main.js; run \`npm run build\` there`);
  return { name: basename(root), root, remove: () => undefined };
}

function checkOut(ref: string): OtherVersion {
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: present.root, encoding: "utf8" }).trim();
  const commit = git("rev-parse", "--short", `${ref}^{commit}`);
  const root = join(mkdtempSync(join(tmpdir(), "store-bench-")), commit);
  git("worktree", "add", "--detach", root, commit);
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
  if (lockFile(root) === lockFile(present.root)) {
    symlinkSync(join(present.root, "node_modules"), join(root, "node_modules"));
  } else run("npm", "ci", "--no-audit", "--no-fund");
  run(process.execPath, "scripts/build.mjs");
  const remove = () => {
    git("worktree", "remove", "--force", root);
    rmSync(join(root, ".."), { recursive: true, force: true });
  };
  return { name: commit, root, remove };
}

function lockFile(root: string): string {
  return readFileSync(join(root, "package-lock.json"), "utf8");
}
