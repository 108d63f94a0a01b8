/** Checks the `data` members of faults: the members are known, and the faults exist. */
import type { OpenRpcDocument } from "../../src/engine/chapters/bundle.js";
import { faultMembers, type FaultMember, type FaultRow } from "../../src/engine/chapters/chapter.js";
import { operationsOf } from "../../src/engine/chapters/views.js";

export function* faultTells(document: OpenRpcDocument): Iterable<string> {
  yield* ofTable("x-global-faults", document["x-global-faults"]);
  for (const [namespace, { faults }] of Object.entries(document["x-namespaces"]))
    yield* ofTable(namespace, faults);
  for (const method of operationsOf(document)) {
    const own = (method["x-fault-tells"] ?? {}) as Readonly<Record<string, readonly string[]>>;
    for (const [fault, members] of Object.entries(own)) {
      yield* unknownMembers(`${method.name}: ${fault}`, members);
    }
  }
}

function* ofTable(place: string, faults: Readonly<Record<string, FaultRow>>): Iterable<string> {
  for (const [fault, { tells = [] }] of Object.entries(faults))
    yield* unknownMembers(`${place}: ${fault}`, tells);
}

function* unknownMembers(place: string, members: readonly string[]): Iterable<string> {
  for (const member of members) {
    if (!faultMembers.includes(member as FaultMember))
      yield `${place} tells ${member}; known are ${faultMembers.join(", ")}`;
  }
}
