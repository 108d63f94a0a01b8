/** Reads the output of the build in dist/pages: assets with a hash in their names, and the pages of /docs. */
import { extname } from "node:path";
import { packagedFile } from "../../engine/config/package.js";

const folder = "dist/pages";

const types: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
};

interface BuiltFile {
  readonly type: string;
  readonly bytes: Buffer;
}

interface DocsEntry {
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

class BuiltFiles {
  private list: Manifest | undefined;
  private readonly read = new Map<string, BuiltFile>();

  /** Rejects if nothing is built; the next call tries again. */
  async manifest(): Promise<Manifest> {
    try {
      this.list ??= JSON.parse(packagedFile(`${folder}/manifest.json`).toString()) as Manifest;
      return this.list;
    } catch (error) {
      throw new Error("the pages are not built; run `npm run build`", { cause: error });
    }
  }

  /** The name of an asset with its hash, relative to `/assets/`. */
  async asset(name: string): Promise<string> {
    const { assets } = await this.manifest();
    const file = assets[name];
    if (file === undefined) throw new Error(`the build has no asset ${name}`);
    return file;
  }

  /** @param name of a file in the manifest; the caller checks this, so that no other file can be read */
  async file(name: string): Promise<BuiltFile> {
    const known = this.read.get(name);
    if (known) return known;
    const type = types[extname(name)] ?? "application/octet-stream";
    const read = { type, bytes: packagedFile(`${folder}/${name}`) };
    this.read.set(name, read);
    return read;
  }
}

/** Shared by all servers of a process, because the files are part of the package. */
export const builtFiles = new BuiltFiles();
