/** Doors of a shop that cannot be used, because of its own set-up: the message names one that answers. */
import type { CallDoor } from "./addresses.js";
import { login, type DoorTarget } from "./call.js";
import type { CallAnswer, ForeignFault } from "./outcome.js";

const otherDoors: readonly CallDoor[] = ["xmlrpc", "soap_v2", "soap"];

/** Why every call by this door would fail; undefined if the answer does not show that. */
export async function unusableDoor(target: DoorTarget, answer: CallAnswer): Promise<string | undefined> {
  if (isFollowedByHtml(target, answer))
    return withBetterDoor(
      target,
      "the shop appends HTML to a JSON-RPC response, as Magento does with a small output buffer of PHP, and would do so again",
      "increase output_buffering in its php.ini",
    );
  if (answer.outcome === "fault" && isBrokenWsdl(answer))
    return withBetterDoor(
      target,
      `the shop cannot read its own WSDL for ${target.door} (${answer.fault.message.trim()})`,
      "let it reach the addresses that its WSDL imports",
    );
  return undefined;
}

/** PHP reads the WSDL for every call, and the schemas that it imports from elsewhere. */
function isBrokenWsdl({ fault }: { readonly fault: ForeignFault }): boolean {
  return /^SOAP-ERROR: Parsing (?:WSDL|Schema)/.test(fault.message);
}

/**
 * Whether the answer is a whole JSON object and HTML after it: PHP with a small `output_buffering` has sent the headers of a
 * long answer when Magento appends its script. Half an object is not, whatever its strings contain.
 */
function isFollowedByHtml({ door }: DoorTarget, answer: CallAnswer): boolean {
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

async function withBetterDoor(target: DoorTarget, what: string, remedy: string): Promise<string> {
  const others = otherDoors.filter((door) => door !== target.door);
  for (const door of others)
    if (await answers({ ...target, door, isDocument: undefined }))
      return `${what}: take another door (--door ${door})`;
  return `${what}; ${others.join(", ")} do not answer either: ${remedy}`;
}

/** Whether the door answers a call. A login with a wrong key needs no session and leaves none behind. */
async function answers(target: DoorTarget): Promise<boolean> {
  const answer = await login(target, "", "");
  return answer.outcome === "result" || (answer.outcome === "fault" && !isBrokenWsdl(answer));
}
