/** The settings of every service that the engine serves (docs/settings.md, conventions 11). */
import { dataSettings } from "./data-settings.js";
import { servingSettings } from "./serving-settings.js";

export { groups, type SettingRow, type StartConditions } from "./row.js";

/** By name: `maxRpcBodyBytes` is the variable STORE_API_MAX_RPC_BODY_BYTES and the flag --max-rpc-body-bytes. */
export const engineSettings = { ...servingSettings, ...dataSettings };
