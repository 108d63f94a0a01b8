/** Reads the output of the build in dist/pages: assets with a hash in their names, and the pages of /docs. */
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { packageRoot } from "../../engine/config/package.js";

const folder = join(packageRoot, "dist", "pages");

const types: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
};

export interface BuiltFile {
  readonly type: string;
  readonly bytes: Buffer;
}

export interface DocsEntry {
  /** Relative to dist/pages/docs. */
  readonly file: string;
  readonly title: string;
  readonly description: string;
  readonly scripts?: readonly string[];
  readonly styles?: readonly string[];
}

/** The pages of /docs by their addresses, and the groups of the navigation. */
export interface DocsIndex {
  readonly pages: Readonly<Record<string, DocsEntry>>;
  readonly groups: readonly {
    readonly title: string;
    readonly entries: readonly { readonly slug: string; readonly title: string }[];
  }[];
}

/** The list of built files. */
export interface Manifest {
  /** File names by the names that pages use: `docs.js` → `docs-3KXZ7QPL.js`. */
  readonly assets: Readonly<Record<string, string>>;
  readonly docs: DocsIndex;
}

export class BuiltFiles {
  private list: Promise<Manifest> | undefined;
  private readonly read = new Map<string, Promise<BuiltFile>>();

  /** Rejects if nothing is built; the next call tries again. */
  manifest(): Promise<Manifest> {
    this.list ??= readFile(join(folder, "manifest.json"), "utf8").then(
      (text) => JSON.parse(text) as Manifest,
      (error: unknown) => {
        this.list = undefined;
        throw new Error("the pages are not built; run `npm run build`", { cause: error });
      },
    );
    return this.list;
  }

  /** The name of an asset with its hash, relative to `/assets/`. */
  async asset(name: string): Promise<string> {
    const { assets } = await this.manifest();
    const file = assets[name];
    if (file === undefined) throw new Error(`the build has no asset ${name}`);
    return file;
  }

  /** @param name of a file in the manifest; the caller checks this, so that no other file can be read */
  file(name: string): Promise<BuiltFile> {
    const known = this.read.get(name);
    if (known) return known;
    const type = types[extname(name)] ?? "application/octet-stream";
    const read = readFile(join(folder, name)).then((bytes) => ({ type, bytes }));
    this.read.set(name, read);
    read.catch(() => this.read.delete(name));
    return read;
  }
}

/** Shared by all servers of a process, because the files are part of the package. */
export const builtFiles = new BuiltFiles();
