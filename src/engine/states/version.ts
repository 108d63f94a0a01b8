/** The whole state of a shop at one moment, to be restored or forked. */
import type { ClockState } from "../clock.js";
import type { FilesVersion } from "../files/versioned-files.js";
import type { Version } from "../storage/storage.js";

export interface InstanceVersion {
  readonly state: Version;
  readonly files: FilesVersion;
  readonly clock: ClockState;
  /** Rules of the test control that the dataset contains, already validated; absent in all other versions. */
  readonly rules?: readonly object[] | undefined;
}
