/** An earlier commit to compare with: built in a separate folder. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { present, type Version } from "./processes.js";

export function checkOut(ref: string): Version & { readonly remove: () => void } {
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
