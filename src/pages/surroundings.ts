/** Where a page of this server is shown: in which shop, under which address, beside which other pages. */
import type { Request } from "express";
import type { Settings } from "../engine/config/config.js";
import { shopOf } from "../engine/http/served-shop.js";
import { originOf } from "../engine/http/request.js";
import { builtFiles } from "./built-files.js";
import type { NavigationEntry, Surroundings } from "./shell.js";

export type PlaceSettings = Pick<
  Settings,
  "control" | "controlToken" | "docs" | "trustedProxies" | "baseUrl"
>;

export async function aroundOf(
  request: Request,
  settings: PlaceSettings,
): Promise<Omit<Surroundings, "root" | "asset">> {
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
  return { navigation, sandbox: sandboxOf(request), data };
}

/** Unless DOCS says otherwise the documentation is there with the test control. */
export function hasDocs({ control, docs = control }: PlaceSettings): boolean {
  return docs;
}

/** The console is there with the test control. */
export async function hasConsole({ control }: PlaceSettings): Promise<boolean> {
  return control && "console.js" in (await builtFiles.manifest()).assets;
}

/** The sandbox whose address or header the request has. */
export function sandboxOf(request: Request): string | undefined {
  const { prefix } = shopOf(request);
  return prefix === "" ? undefined : prefix.slice("/sandbox/".length);
}

/** The address of the shop, as the reader's browser names the server if that can be believed. */
export function addressFor(request: Request, settings: PlaceSettings, listening: string): string {
  const address = settings.baseUrl ?? originOf(request, settings.trustedProxies) ?? listening;
  return address.replace(/\/+$/, "") + shopOf(request).prefix;
}
