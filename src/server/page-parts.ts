/** What pages for people may use of a server. */
import type { Application } from "../engine/application.js";
import type { Settings } from "../engine/config/config.js";
import type { OpenrpcText } from "../engine/contract/published-contracts.js";
import type { ControlAccess } from "../testing/control/control-access.js";
import type { Sandboxes } from "../testing/control/sandboxes.js";

export interface PageParts {
  readonly application: Application;
  readonly settings: Settings;
  readonly sandboxes: Sandboxes;
  /** The address of the server as configured or as it listens. */
  readonly baseUrl: () => string;
  /** Decides who sees the state of the shop: everyone who may use the test control. */
  readonly access: ControlAccess;
  /** The text of `/openrpc.json`. */
  readonly openrpc: () => OpenrpcText;
}
