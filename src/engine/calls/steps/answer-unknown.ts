import type { Authenticated, Call } from "../call.js";
import { forcedAnswer } from "./force.js";
import { globalFault } from "../../contract/faults.js";
import type { Outcome } from "../outcome.js";

/** Refuses a path without an operation. A rule of the test control may stub a path that no contract has. */
export async function answerUnknown(call: Call & Authenticated): Promise<Outcome> {
  return (await stubbed(call)) ?? refuse(call);
}

async function stubbed(call: Call & Authenticated): Promise<Outcome | undefined> {
  const { service, envelope, principal, name } = call;
  const { path, args } = envelope;
  if (name !== undefined || !service.faultInjection?.isReady || typeof path !== "string") return undefined;
  const stub = {
    name: path,
    args,
    isUndeclared: true,
    ...call.requestFacts,
    principal,
  };
  return forcedAnswer(service.faultInjection.before(stub, undefined), call);
}

function refuse({ service, envelope }: Call): never {
  const { name } = service.contract.resolveOperation(envelope.path);
  throw globalFault("resource_path_invalid", `This server does not offer ${name}.`);
}
