/** Sends hostile values in random positions, and measures how long each blocks the event loop. */
import { setTimeout } from "node:timers/promises";
import { maxStructureBytes, StructureMeter } from "../../src/engine/guard/request-size.js";
import { randomFrom } from "../engine/storage/torture/tally.js";
import { heavyRequests } from "./heavy-requests.js";
import { hostileValues, type HostileValue } from "./hostile-values.js";
import {
  controlRequests,
  doorRequests,
  headerRequests,
  httpPlacesOf,
  queryRequests,
  xmlRequests,
} from "./http-places.js";
import { placesOf } from "./places.js";
import { Probe, type Finding } from "./probe.js";

const root = new URL("../../", import.meta.url);

/**
 * Milliseconds of processor time. Longer requests are tried again, because the measurement may include
 * garbage collection for others.
 */
const suspicious = 30;
const attempts = 3;

/** The body of a call, and one of REST or the test control, with the maximum size. */
export const largest = { call: 15_500_000, http: 1_000_000 };

export interface Sampling {
  readonly seed: number;
  /** Whether to stop before this round. Each round sends every value to some positions. */
  readonly isOver: (round: number) => boolean;
  /** Positions per value and round. */
  readonly placesEach: number;
  readonly bytes: typeof largest;
}

/**
 * Text that is not base64 is refused unread beyond 1 MiB, so such a value is shortened to the accepted
 * length.
 */
function callBody(value: HostileValue, bytes: number): Buffer {
  const body = Buffer.from(value.json(bytes));
  return new StructureMeter().add(body) ? Buffer.from(value.json(maxStructureBytes - 1000)) : body;
}

/** The findings, sorted by their longest turn. */
export async function sampleValues({ seed, isOver, placesEach, bytes }: Sampling): Promise<Finding[]> {
  const random = randomFrom(seed);
  const places = placesOf(new URL("openrpc.json", root));
  const httpPlaces = httpPlacesOf(new URL("generated/openapi.json", root));
  const pick = <One>(list: readonly One[]) => list[Math.floor(random() * list.length)] as One;
  const findings: Finding[] = [];
  const probe = await Probe.start();
  const note = async (request: () => Promise<Finding>) => findings.push(await fastestOf(request));
  try {
    for (let round = 0; !isOver(round); round += 1) {
      for (const value of hostileValues) {
        const [body, small] = [callBody(value, bytes.call), Buffer.from(value.json(bytes.http))];
        for (let nth = 0; nth < placesEach; nth += 1) {
          const [place, httpPlace] = [pick(places), pick(httpPlaces)];
          await note(() => probe.fill(place, value.title, body));
          await note(() => probe.measureSent(httpPlace.title, value.title, httpPlace.fill(small)));
        }
      }
      await probe.reset();
    }
  } finally {
    await probe.stop();
  }
  return longestFirst(findings);
}

/** Requests that are hostile as a whole: XML, addresses, headers, and calls with much work. */
export async function sendAwkwardRequests(areHeavyToo: boolean, doorBytes: number): Promise<Finding[]> {
  const findings: Finding[] = [];
  const probe = await Probe.start();
  try {
    const plain = [...xmlRequests, ...queryRequests, ...headerRequests, ...controlRequests];
    for (const { title, sent } of [...plain, ...doorRequests(probe.session, doorBytes)]) {
      findings.push(await fastestOf(() => probe.measureSent(title, "", sent)));
    }
    for (const { prepare, run } of areHeavyToo ? heavyRequests : []) {
      await prepare?.(probe);
      findings.push(await fastestOf(() => run(probe)));
    }
  } finally {
    await probe.stop();
  }
  return longestFirst(findings);
}

async function fastestOf(request: () => Promise<Finding>): Promise<Finding> {
  let best = await request();
  for (let attempt = 1; attempt < attempts && best.cpuMs > suspicious; attempt += 1) {
    await setTimeout(20);
    const next = await request();
    if (next.cpuMs < best.cpuMs) best = next;
  }
  return best;
}

function longestFirst(findings: readonly Finding[]): Finding[] {
  return [...findings].sort((one, other) => other.cpuMs - one.cpuMs);
}
