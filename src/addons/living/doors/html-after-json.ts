/**
 * JSON-RPC answers that HTML follows. PHP with a small `output_buffering` has sent the headers of a long answer when Magento
 * appends its script, and would do so again.
 */
import type { CallDoor } from "./addresses.js";
import { login, type DoorTarget } from "./call.js";
import type { CallAnswer } from "./outcome.js";

const otherDoors: readonly CallDoor[] = ["xmlrpc", "soap_v2", "soap"];

/** Whether the answer is a whole JSON object and HTML after it. Half an object is not, whatever its strings contain. */
export function isFollowedByHtml({ door }: DoorTarget, answer: CallAnswer): boolean {
  if (door !== "jsonrpc" || answer.outcome !== "http" || !/^\s*\{/.test(answer.text)) return false;
  const { text } = answer;
  let [depth, isInString] = [0, false];
  for (let at = 0; at < text.length; at += 1) {
    const one = text[at];
    if (isInString && one === "\\") at += 1;
    else if (one === '"') isInString = !isInString;
    else if (!isInString && one === "{") depth += 1;
    else if (!isInString && one === "}" && (depth -= 1) === 0)
      return text
        .slice(at + 1)
        .trimStart()
        .startsWith("<");
  }
  return false;
}

/** The message for the user, with a door of the shop that answers. */
export async function htmlAfterJsonMessage(target: DoorTarget): Promise<string> {
  const what =
    "the shop appends HTML to a JSON-RPC response, as Magento does with a small output buffer of PHP, and would do so again";
  for (const door of otherDoors)
    if (await answers({ ...target, door, isDocument: undefined }))
      return `${what}: take another door (--door ${door})`;
  return `${what}; ${otherDoors.join(", ")} do not answer either: increase output_buffering in its php.ini`;
}

/** Whether the door answers a call. A login with a wrong key needs no session and leaves none behind. */
async function answers(target: DoorTarget): Promise<boolean> {
  const { outcome } = await login(target, "", "");
  return outcome === "result" || outcome === "fault";
}
