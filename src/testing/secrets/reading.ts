/** Reads the values of any text. What is neither XML nor JSON is read as a form, and by patterns. */
import { jsonParts } from "./json-parts.js";
import type { MapPart, Part, TextPart } from "./parts.js";
import { xmlParts } from "./xml-parts.js";

export function readParts(text: string, type = ""): Part[] {
  const first = /^\ufeff?\s*(\S)/.exec(text.slice(0, 1000))?.[1];
  if (first === undefined && text.length <= 1000) return [];
  if (first === "<") return [xmlParts(text)];
  if ((first === "{" || first === "[" || first === '"') && isJson(text)) return [jsonParts(text)];
  const parts: Part[] = [multipart(text, type) ?? formParts(text), patternParts(text)];
  if (text.includes("<")) parts.push(xmlParts(text));
  if (/[{["]/.test(text)) parts.push(jsonParts(text));
  return parts;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Fields of a form or a query: `name=value&…` */
export function formParts(text: string, offset = 0): MapPart {
  const members: MapPart["members"] = [];
  for (const { 0: field, index } of text.matchAll(/[^&;\r\n]+/g)) {
    const sign = field.indexOf("=");
    if (sign < 0 || sign === field.length - 1) continue;
    const start = offset + index + sign + 1;
    const value = formDecoded(field.slice(sign + 1));
    const part: TextPart = { kind: "text", value, places: [{ start, end: offset + index + field.length }] };
    members.push([formDecoded(field.slice(0, sign)), part]);
  }
  return { kind: "map", members };
}

export function formDecoded(text: string): string {
  const spaced = text.replaceAll("+", " ");
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

/** Undefined for a text that is not multipart. */
function multipart(text: string, type: string): MapPart | undefined {
  const named = /boundary="?([^";\s]{1,200})/i.exec(type)?.[1];
  const first = /^\s{0,10}--([^\s]{1,200})\r?\n/.exec(text.slice(0, 300))?.[1];
  const boundary = named ?? first;
  if (boundary === undefined) return undefined;
  const members: MapPart["members"] = [];
  const mark = `--${boundary}`;
  for (let at = text.indexOf(mark); at >= 0;) {
    const start = at + mark.length;
    const next = text.indexOf(mark, start);
    const end = next < 0 ? text.length : next;
    const field = fieldAt(text, start, end);
    if (field) members.push(field);
    at = next;
  }
  return { kind: "map", members };
}

/** Undefined for a part without a value. */
function fieldAt(text: string, start: number, end: number): MapPart["members"][number] | undefined {
  const piece = text.slice(start, end);
  const blank = /\r?\n\r?\n/.exec(piece);
  if (!blank) return undefined;
  const name = /\bname="([^"]{0,200})"/i.exec(piece.slice(0, Math.min(blank.index, 2000)))?.[1] ?? "";
  const from = blank.index + blank[0].length;
  const value = piece.slice(from).replace(/\r?\n$/, "");
  if (value === "") return undefined;
  const place = { start: start + from, end: start + from + value.length };
  return [name, { kind: "text", value, places: [place] }];
}

/** `name: value`, `name = "value"`, `'name' => 'value'` */
const pattern =
  /(?<![\w.[\]-])([\w.[\]-]{1,100})["']?[ \t]{0,8}(?:=>|[:=])[ \t]{0,8}(?:"([^"\r\n]*)|'([^'\r\n]*)|((?:(?:Basic|Bearer|OAuth)[ \t])?[^\s&;,"'<>{}[\]]+))/gi;

function patternParts(text: string): MapPart {
  const members: MapPart["members"] = [];
  for (const found of text.matchAll(pattern)) {
    const { 0: all, 1: name = "", index } = found;
    const value = found[2] ?? found[3] ?? found[4] ?? "";
    if (value === "") continue;
    const end = index + all.length;
    members.push([name, { kind: "text", value, places: [{ start: end - value.length, end }] }]);
  }
  return { kind: "map", members };
}
