/** Reads JSON that may be cut off or broken, in one pass. */
import { attach, maxPartDepth, type ListPart, type MapPart, type Part, type TextPart } from "./parts.js";

interface Open {
  readonly part: ListPart | MapPart;
  /** In an object: the name of the next value. */
  name: string | undefined;
}

export function jsonParts(text: string): Part {
  const root: ListPart = { kind: "list", items: [] };
  const open: Open[] = [{ part: root, name: undefined }];
  const put = (part: Part) => {
    const top = open.at(-1) as Open;
    if (top.part.kind === "map" && top.name === undefined && part.kind === "text") {
      top.name = part.value;
      return;
    }
    const parent = open.length > maxPartDepth && part.kind !== "text" ? (open[maxPartDepth] as Open) : top;
    attach(parent.part, top.name ?? "", part);
    top.name = undefined;
  };
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      const part = stringAt(text, at);
      put(part);
      at = part.end + 1;
    } else if (code === 0x7b || code === 0x5b) {
      const part: ListPart | MapPart =
        code === 0x7b ? { kind: "map", members: [] } : { kind: "list", items: [] };
      put(part);
      open.push({ part, name: undefined });
      at += 1;
    } else if (code === 0x7d || code === 0x5d) {
      if (open.length > 1) open.pop();
      at += 1;
    } else if (isBetween(code)) at += 1;
    else {
      const end = bareEnd(text, at);
      put(bareAt(text, at, end));
      at = end;
    }
  }
  return root.items.length === 1 ? (root.items[0] as Part) : root;
}

const quote = 0x22;

/** White space, comma and colon. */
function isBetween(code: number): boolean {
  return code <= 0x20 || code === 0x2c || code === 0x3a;
}

function bareEnd(text: string, start: number): number {
  let end = start + 1;
  for (; end < text.length; end += 1) {
    const code = text.charCodeAt(end);
    if (isBetween(code) || code === quote || code === 0x7b || code === 0x7d || code === 0x5b || code === 0x5d)
      break;
  }
  return end;
}

/** A number or a word. Null and false are not values to mask. */
function bareAt(text: string, start: number, end: number): TextPart {
  const value = text.slice(start, end);
  const isNothing = value === "null" || value === "false";
  return { kind: "text", value, places: isNothing ? [] : [{ start, end, isBare: true }] };
}

function stringAt(text: string, start: number): TextPart & { readonly end: number } {
  let end = start + 1;
  for (; end < text.length && text.charCodeAt(end) !== quote; end += 1)
    if (text.charCodeAt(end) === 0x5c) end += 1;
  end = Math.min(end, text.length);
  const value = unquoted(text.slice(start + 1, end));
  return { kind: "text", value, places: value === "" ? [] : [{ start: start + 1, end }], end };
}

function unquoted(written: string): string {
  if (!written.includes("\\")) return written;
  try {
    return JSON.parse(`"${written}"`) as string;
  } catch {
    return written;
  }
}
