/** A whole shop at one moment, to be brought back or forked. */
import type { ClockState } from "../clock.js";
import type { FilesVersion } from "../files/versioned-files.js";
import type { Version } from "../storage/storage.js";

export interface ShopVersion {
  readonly state: Version;
  readonly files: FilesVersion;
  readonly clock: ClockState;
}
