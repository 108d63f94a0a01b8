/**
 * What the parser need not look at is cut out of a document before. A file in base64 is megabytes, which it would read
 * letter by letter (14 MiB: 1.7 s); comments, CDATA and instructions it takes in forms that XML forbids. Each leaves a
 * mark: its number between characters that no document can hold.
 */
import { checkPieces } from "../guard/xml-bounds.js";
import { DoctypeProblem, notWellFormed } from "./problems.js";
import { illegal, resolved } from "./references.js";

export interface CutDocument {
  /** Tags, short text and marks. */
  readonly markup: string;
  readonly cuts: readonly Cut[];
}

export interface Cut {
  readonly source: string;
  /** What it means: none for comments and instructions. */
  readonly text: string;
}

/** Characters. A tag that is as long is refused. */
const longText = 4096;

/**
 * A comment, CDATA, an instruction, a document type, or text. What is not closed goes to the end and has no content: all
 * places are found before the first of them is judged, and none may be looked for twice.
 */
const piece =
  /<!--(?:([^]*?)-->|[^]*)|<!\[CDATA\[(?:([^]*?)\]\]>|[^]*)|<\?(?:([^]*?)\?>|[^]*)|<!(?:DOCTYPE)?|[^<>\]]+/g;
// oxlint-disable-next-line no-control-regex
const marks = /[\x01\x02](\d+)[\x01\x02]/g;
const comment = /^(?!.*--|.*-$)/s;
const instruction = /^(?!xml(?:\s|$))[\p{L}_:][\p{L}\p{N}_:.-]*(?:\s|$)/iu;
const declaration =
  /^<\?xml\s+version\s*=\s*(["'])1\.\d+\1(?:\s+encoding\s*=\s*(["'])[\w.:-]+\2)?(?:\s+standalone\s*=\s*(["'])(?:yes|no)\3)?\s*\?>/;

/** Throws an `XmlProblem`. The declaration of XML is cut out, too. @param document with a line feed at the end of each line */
export function cutOut(document: string): CutDocument {
  const cuts: Cut[] = [];
  const refuse = (at: number): never => {
    throw notWellFormed(1 + lineFeeds(document.slice(0, at)).length);
  };
  const keep = (source: string, text: string) => `\x01${cuts.push({ source, text }) - 1}\x01`;
  checkPieces(document);
  const unwanted = document.search(illegal);
  if (unwanted >= 0) refuse(unwanted);
  const start = declaration.exec(document)?.[0].length ?? 0;
  const cut = (source: string, note?: string, cdata?: string, pi?: string, at = 0) => {
    if (!source.startsWith("<")) {
      return source.length < longText ? source : keep(source, resolved(source) ?? refuse(start + at));
    }
    if (source === "<!DOCTYPE") throw new DoctypeProblem();
    if (cdata !== undefined) return keep(source, cdata);
    const isSkipped = note === undefined ? pi !== undefined && instruction.test(pi) : comment.test(note);
    return isSkipped ? `\x02${cuts.push({ source, text: "" }) - 1}\x02` : refuse(start + at);
  };
  const body = document.slice(start);
  // Nearly all requests are short and hold nothing of the kind.
  const holdsCuts = body.length >= longText || body.includes("<!") || body.includes("<?");
  const markup = holdsCuts ? body.replace(piece, cut) : body;
  return { markup: lineFeeds(document.slice(0, start)) + markup, cuts };
}

/** Text of the markup as it stood in the document; undefined when XML forbids it. */
export function wholeText(written: string, cuts: readonly Cut[]): string | undefined {
  if (written.includes("]]>")) return undefined;
  const text = resolved(written);
  if (text === undefined || !hasMark(text)) return text;
  return text.replace(marks, (_mark, nth) => cuts[Number(nth)]?.text ?? "");
}

/** The line of the document that the end of a part of the markup stands in. @param part from its beginning on */
export function lineAfter(part: string, cuts: readonly Cut[]): number {
  return (
    1 + lineFeeds(part.replace(marks, (_mark, nth) => lineFeeds(cuts[Number(nth)]?.source ?? ""))).length
  );
}

export function hasMark(text: string): boolean {
  return text.includes("\x01") || text.includes("\x02");
}

function lineFeeds(text: string): string {
  return text.includes("\n") ? "\n".repeat(text.split("\n").length - 1) : "";
}
