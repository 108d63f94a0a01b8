export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** The text of the licence. */
  readonly text: string;
}

/** Paths from the root, without ending. */
export const entries: readonly string[];
export const commonjsEntries: readonly string[];

export function buildServer(modules?: string): Promise<void>;
export function bundledPackages(): Promise<BundledPackage[]>;
export function packageIn(folder: string): BundledPackage;
export function bundleExecutable(outfile: string, banner: string): Promise<string[]>;
export function bundlePackage(name: string): Promise<string>;
