/** The context of a page on this server: its shop, its address, and the navigation. */
import type { Request } from "express";
import type { Settings } from "../../engine/config/config.js";
import { originOf } from "../../engine/http/request.js";
import { builtFiles } from "./built-files.js";
import type { NavigationEntry, PageContext } from "./shell.js";

export type PlaceSettings = Pick<
  Settings,
  "control" | "controlToken" | "docs" | "trustedProxies" | "baseUrl"
>;

export async function pageContext(
  request: Request,
  settings: PlaceSettings,
): Promise<Omit<PageContext, "root" | "asset">> {
  const { control, controlToken } = settings;
  const navigation: readonly NavigationEntry[] = [
    { name: "Start", path: "" },
    ...(hasDocs(settings) ? [{ name: "Documentation", path: "docs" }] : []),
    ...((await hasConsole(settings)) ? [{ name: "Console", path: "console" }] : []),
  ];
  const data = {
    control: control ? "on" : "off",
    ...(controlToken === undefined ? {} : { token: "needed" }),
  };
  return { navigation, sandbox: sandboxOfRequest(request), data };
}

/** The documentation is on if DOCS says so; by default, if the test control is on. */
export function hasDocs({ control, docs = control }: PlaceSettings): boolean {
  return docs;
}

/** The console is on if the test control is on and the build contains it. */
export async function hasConsole({ control }: PlaceSettings): Promise<boolean> {
  return control && "console.js" in (await builtFiles.manifest()).assets;
}

/** The sandbox that the request names by address or header. */
function sandboxOfRequest(request: Request): string | undefined {
  const { prefix } = request.instance;
  return prefix === "" ? undefined : prefix.slice("/sandbox/".length);
}

/** The address of the shop: as configured, as the browser names it if that can be trusted, or as the server listens. */
export function addressFor(request: Request, settings: PlaceSettings, listening: string): string {
  const address = settings.baseUrl ?? originOf(request, settings.trustedProxies) ?? listening;
  return address.replace(/\/+$/, "") + request.instance.prefix;
}
