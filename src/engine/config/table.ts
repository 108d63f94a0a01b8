/** Every setting once: what it means, how it is read, its default (interface 3, conventions 11). */
import { servingSettings } from "./serving-settings.js";
import { shopSettings } from "./shop-settings.js";

export { groups, type SettingRow, type Surroundings } from "./row.js";

/** By name: `maxRpcBodyBytes` is the variable STORE_API_MAX_RPC_BODY_BYTES and the flag --max-rpc-body-bytes. */
export const settingTable = { ...servingSettings, ...shopSettings };

export type SettingName = keyof typeof settingTable;

export const settingNames = Object.keys(settingTable) as SettingName[];
