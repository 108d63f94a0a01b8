/** How much two versions differ by. */
import { differences } from "./difference.js";
import { State } from "./state.js";
import type { Version } from "./storage.js";

/** The length of what the second version has and the first has not, in UTF-16 units of its JSON. */
export async function sizeOfDifference(from: Version, to: Version): Promise<number> {
  if (!(from instanceof State) || !(to instanceof State)) return 0;
  let size = 0;
  for await (const batch of differences(from, to)) {
    for (const { after } of batch) if (after) size += JSON.stringify(after).length;
  }
  return size;
}
