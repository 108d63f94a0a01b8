/** What the build leaves for the pages in dist/pages: assets with a hash in their names, and the pages of /docs. */
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { packageRoot } from "../engine/config/package.js";

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
  /** Below dist/pages/docs. */
  readonly file: string;
  readonly title: string;
  readonly description: string;
  readonly scripts?: readonly string[];
  readonly styles?: readonly string[];
}

/** The pages of /docs by their addresses, and the groups of the way through them. */
export interface DocsIndex {
  readonly pages: Readonly<Record<string, DocsEntry>>;
  readonly groups: readonly {
    readonly title: string;
    readonly entries: readonly { readonly slug: string; readonly title: string }[];
  }[];
}

/** What the build has made. */
export interface Manifest {
  /** By the name that pages use: `docs.js` → `docs-3KXZ7QPL.js`. */
  readonly assets: Readonly<Record<string, string>>;
  readonly docs: DocsIndex;
}

export class BuiltFiles {
  private list: Promise<Manifest> | undefined;
  private readonly read = new Map<string, Promise<BuiltFile>>();

  /** Rejects when nothing is built; it is looked for again the next time. */
  manifest(): Promise<Manifest> {
    this.list ??= readFile(join(folder, "manifest.json"), "utf8").then(
      (text) => JSON.parse(text) as Manifest,
      (error: unknown) => {
        this.list = undefined;
        throw new Error("the pages are not built; `npm run build` does", { cause: error });
      },
    );
    return this.list;
  }

  /** The address of an asset below `/assets/`. */
  async asset(name: string): Promise<string> {
    const { assets } = await this.manifest();
    const file = assets[name];
    if (file === undefined) throw new Error(`the build has made no ${name}`);
    return file;
  }

  /** @param name a file that the manifest names, so that nothing else is ever read */
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

/** The files are part of the package: one copy is enough for all servers of a process. */
export const builtFiles = new BuiltFiles();
