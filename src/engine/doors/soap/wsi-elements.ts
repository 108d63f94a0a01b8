/** The elements of requests and responses in document/literal (doors 4.4). */
import type { SoapFunction } from "../../../../generated/doors/soap-v2.js";
import { memoize } from "../../values/memo.js";

type Functions = Readonly<Record<string, SoapFunction>>;

/** @param stem how the names of the elements begin */
export function requestElement(stem: string): string {
  return stem === "login" ? "loginParam" : `${stem}RequestParam`;
}

export function responseElement(stem: string): string {
  return `${stem}ResponseParam`;
}

export function stemOf(request: string): string {
  return request.replace(/(Request)?Param$/, "");
}

/** The function for a stem: elements may have another name than their function, by which they are accepted too. */
export function functionOfStem(functions: Functions, stem: string): string {
  return memoize(functions, functionsByElement).get(stem) ?? stem;
}

function functionsByElement(functions: Functions): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(functions).flatMap(([name, { element }]) =>
      element === undefined ? [] : [[element, name]],
    ),
  );
}
