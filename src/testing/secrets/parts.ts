/** The values of a text with their names and places, in one form for JSON, XML and forms. */

export type Part = TextPart | ListPart | MapPart;

export interface TextPart {
  readonly kind: "text";
  readonly value: string;
  /** Where the value is in the text; several pieces for XML with CDATA. */
  readonly places: readonly Place[];
}

export interface Place {
  readonly start: number;
  readonly end: number;
  /** Whether the mark needs quotes there, as in place of a number of JSON. */
  readonly isBare?: boolean;
}

export interface ListPart {
  readonly kind: "list";
  readonly items: Part[];
}

export interface MapPart {
  readonly kind: "map";
  readonly members: [name: string, part: Part][];
}

/** Readers attach what is deeper to the container at this depth, so that no text can exhaust the stack. */
export const maxPartDepth = 200;

/** The values directly inside. */
export function partsOf(part: Part): readonly Part[] {
  if (part.kind === "list") return part.items;
  return part.kind === "map" ? part.members.map(([, member]) => member) : [part];
}

/** Adds a container at this depth of open containers, or deeper. */
export function attach(to: ListPart | MapPart, name: string, part: Part): void {
  if (to.kind === "list") to.items.push(part);
  else to.members.push([name, part]);
}
