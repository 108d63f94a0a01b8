/**
 * Large JSON, parsed piece by piece, so that nobody waits for all of it. Each piece is made JSON of its own: what was open
 * where it begins is opened again in front of it, and what is open where it ends is closed behind it.
 */
import { randomUUID } from "node:crypto";
import type { Cut } from "./json-scan.js";

/** Stands for the name of a member that goes on in the next piece. Nobody can know it, so nobody can send it. */
const goesOn = randomUUID();

type List = unknown[];
type Members = Record<string, unknown>;
type Container = List | Members;

/** What pieces are read by. */
export interface PieceReading {
  /** The text of some bytes. */
  decode(from: number, to: number): string | Promise<string>;
  parse(piece: string): unknown;
}

/**
 * The value of the JSON between 0 and `length`. Rejects with `SyntaxError`.
 * @param pause awaited before each piece is parsed
 */
export async function parsePieces(
  length: number,
  cuts: readonly Cut[],
  reading: PieceReading,
  pause: () => Promise<void>,
): Promise<unknown> {
  let whole: unknown;
  let begin: Cut | undefined;
  /** The containers that the piece goes on with, outermost first. */
  let spine: readonly Container[] = [];
  for (const end of [...cuts, undefined]) {
    const text = await reading.decode(begin ? begin.at + 1 : 0, end ? end.at : length);
    await pause();
    const piece = reading.parse(opening(begin) + text + closing(end));
    if (begin) addTo(spine, piece as Container);
    else whole = piece;
    if (end) spine = await spineOf(whole as Container, end, reading);
    begin = end;
  }
  return whole;
}

function opening(begin: Cut | undefined): string {
  const open = begin?.open ?? [];
  return open
    .map(({ isObject }, level) => {
      if (!isObject) return "[";
      return level < open.length - 1 ? `{"${goesOn}":` : "{";
    })
    .join("");
}

function closing(end: Cut | undefined): string {
  const open = end?.open ?? [];
  return open.reduceRight((text, { isObject }) => text + (isObject ? "}" : "]"), "");
}

/** The containers of the value so far that are open at a cut. */
async function spineOf(whole: Container, { open }: Cut, reading: PieceReading): Promise<Container[]> {
  const spine: Container[] = [];
  let container = whole;
  for (const {
    isObject,
    name: [from, to],
  } of open) {
    spine.push(container);
    if (spine.length === open.length) break;
    container = isObject
      ? ((container as Members)[JSON.parse(await reading.decode(from, to)) as string] as Container)
      : ((container as List).at(-1) as Container);
  }
  // Closed in front of the comma, it is JSON of its own; the comma is not.
  if (isEmpty(container)) throw new SyntaxError("a comma without a value in front of it");
  return spine;
}

/** Adds what a piece holds of each container to that container. */
function addTo(spine: readonly Container[], piece: Container): void {
  let part = piece;
  for (const [level, container] of spine.entries()) {
    const isLast = level === spine.length - 1;
    if (Array.isArray(container)) {
      const list = part as List;
      if (isLast && isEmpty(list)) throw new SyntaxError("a comma without a value behind it");
      for (let at = isLast ? 0 : 1; at < list.length; at += 1) container.push(list[at]);
      part = list[0] as Container;
    } else {
      const members = part as Members;
      if (isLast && isEmpty(members)) throw new SyntaxError("a comma without a member behind it");
      for (const name of Object.keys(members)) if (name !== goesOn) setOwn(container, name, members[name]);
      part = members[goesOn] as Container;
    }
  }
}

function isEmpty(container: Container): boolean {
  return (Array.isArray(container) ? container : Object.keys(container)).length === 0;
}

/** As JSON.parse makes members: `__proto__` is one like any other. */
function setOwn(members: Members, name: string, value: unknown): void {
  if (name !== "__proto__") members[name] = value;
  else Object.defineProperty(members, name, { value, writable: true, enumerable: true, configurable: true });
}
