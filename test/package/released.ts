/**
 * The packages of a release of this tree, made by `npm run release -- --tag` in a clone: once for all test files, and again when a file
 * has changed.
 */
import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { cp, mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { trackedFiles } from "../../scripts/lint/shipped.js";

export const root = fileURLToPath(new URL("../..", import.meta.url));
export const patience = 1_200_000;
export const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  readonly version: string;
};
export const run = promisify(execFile);

export interface Released {
  readonly clone: string;
  /** The packages. */
  readonly folder: string;
  /** What the command printed. */
  readonly printed: string;
}

/** Waits while another worker makes it. */
export async function released(): Promise<Released> {
  const newest = Math.max(...trackedFiles(root).map((path) => statSync(join(root, path)).mtimeMs));
  const place = join(root, "reports", "released", String(newest));
  const [done, lock] = [join(place, "printed.txt"), join(root, "reports", "released", "lock")];
  await mkdir(dirname(lock), { recursive: true });
  while (!existsSync(done)) {
    try {
      await writeFile(lock, String(process.pid), { flag: "wx" });
    } catch {
      if (!isRunning(lock)) rmSync(lock, { force: true });
      await setTimeout(500);
      continue;
    }
    try {
      if (!existsSync(done)) await make(place, done);
    } finally {
      rmSync(lock);
    }
  }
  return releasedAt(place, readFileSync(done, "utf8"));
}

const releasedAt = (place: string, printed: string): Released => {
  const clone = join(place, "clone");
  return { clone, folder: join(clone, "reports/release", version), printed };
};

/** Whether the process that holds the lock is there. */
function isRunning(lock: string): boolean {
  try {
    return process.kill(Number(readFileSync(lock, "utf8")), 0);
  } catch {
    return false;
  }
}

async function make(place: string, done: string): Promise<void> {
  for (const name of readdirSync(dirname(place)))
    if (name !== "lock") rmSync(join(dirname(place), name), { recursive: true });
  const { clone } = releasedAt(place, "");
  await run("git", ["clone", "--quiet", root, clone]);
  // With the current files, committed or not.
  const files = trackedFiles(root);
  for (const path of trackedFiles(clone)) if (!files.includes(path)) rmSync(join(clone, path));
  for (const path of files) await cp(join(root, path), join(clone, path), { preserveTimestamps: true });
  await writeFile(join(clone, ".git/info/exclude"), "node_modules\n");
  for (const folder of ["", "config/check"])
    await symlink(join(root, folder, "node_modules"), join(clone, folder, "node_modules"));
  // Only a version with a date can be tagged.
  const changelog = readFileSync(join(clone, "CHANGELOG.md"), "utf8");
  const dated = changelog.replace(`## ${version} - unreleased`, `## ${version} - 2026-12-01`);
  await writeFile(join(clone, "CHANGELOG.md"), dated);
  await git(clone, "add", "--all");
  await git(clone, "commit", "--quiet", "--allow-empty", "--message", "Release");
  const { code, stdout, stderr } = await release(clone, "--tag");
  if (code !== 0) throw new Error(`npm run release -- --tag fails:\n${stdout}${stderr}`);
  await writeFile(done, stdout);
}

/** Of the commit and the tag. */
const author = { name: "Test", email: "test@shop.test" };

export function git(clone: string, ...args: string[]): Promise<{ readonly stdout: string }> {
  return run("git", ["-c", `user.name=${author.name}`, "-c", `user.email=${author.email}`, ...args], {
    cwd: clone,
  });
}

/** `npm run release`, which CI runs with the checks of this commit; here they would take minutes. */
export async function release(
  clone: string,
  ...args: string[]
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  const program = ["--import", "tsx", "scripts/release.ts", "--without-check", ...args];
  const env = {
    ...process.env,
    ...{ GIT_AUTHOR_NAME: author.name, GIT_AUTHOR_EMAIL: author.email },
    ...{ GIT_COMMITTER_NAME: author.name, GIT_COMMITTER_EMAIL: author.email },
  };
  return run(process.execPath, program, { cwd: clone, env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: unknown) => error as { code: number; stdout: string; stderr: string },
  );
}

/** The path of a package. @param name such as `client.zip` ends it, without the version */
export function packageOf({ folder }: Released, name: string): string {
  const isIt = (file: string) => file.replace(`-${version}`, "").endsWith(name);
  const found = readdirSync(folder).find(isIt);
  if (found === undefined) throw new Error(`no ${name} in ${folder}`);
  return join(folder, found);
}
