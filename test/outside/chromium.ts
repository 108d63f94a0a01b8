/** The program of a browser, which npm alone can install. */
import { readFileSync } from "node:fs";
import { access, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { outside, outsideModules } from "./packages.js";

interface PackedBrowser {
  readonly executablePath: () => Promise<string>;
}

/** The browser is compressed in its package; the first test file unpacks it next to the packages. */
export async function unpackedBrowser(): Promise<string> {
  const packageFile = join(outsideModules, "@sparticuz/chromium/package.json");
  const { version } = JSON.parse(readFileSync(packageFile, "utf8")) as { version: string };
  const cache = join(outsideModules, ".cache");
  const folder = join(cache, `chromium-${version}`);
  const program = join(folder, "chromium");
  if (await exists(program)) return program;
  await mkdir(cache, { recursive: true });
  const own = await mkdtemp(join(cache, "unpacking-"));
  const before = process.env.TMPDIR;
  // The package unpacks into the folder for temporary files.
  process.env.TMPDIR = own;
  try {
    await (outside("@sparticuz/chromium") as PackedBrowser).executablePath();
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
  try {
    await rename(own, folder);
  } catch (error) {
    await rm(own, { recursive: true, force: true });
    // Another test file was faster.
    if (!(await exists(program))) throw error;
  }
  return program;
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
