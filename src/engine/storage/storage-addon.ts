/** What an add-on with a storage offers. */
import type { Collections } from "./collections.js";
import type { Storage } from "./storage.js";

/** A storage whose address is a URL. */
export interface StorageAddon {
  /** Throws StorageSettingError and StorageUnusableError. */
  open(settings: AddedStorageSettings): Promise<Storage>;
}

interface AddedStorageSettings {
  readonly address: string;
  readonly passwordFile: string | undefined;
  readonly caFile: string | undefined;
  readonly collections: Collections;
}
