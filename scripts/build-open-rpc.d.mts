export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** Of the licence. */
  readonly text: string;
}

export function buildOpenRpc(modules?: string): Promise<void>;
export function bundledPackages(): Promise<BundledPackage[]>;
