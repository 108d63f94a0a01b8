/**
 * Bounds on XML, judged before it is parsed (customers.md 5.2): no DOCTYPE, no control characters, only so many levels
 * and elements, one root and nothing beside it. One pass over the text; the rest of well-formedness is the parser's.
 */

const maxDepth = 16;
const maxElements = 1000;

// eslint-disable-next-line no-control-regex
const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

/** Runs of a document in which "<" is no element. */
const sections = [
  { open: "<!--", close: "-->", isText: false },
  { open: "<![CDATA[", close: "]]>", isText: true },
  { open: "<?", close: "?>", isText: false },
] as const;

const unreadable = "The body is not well-formed XML.";

/** What keeps a document from being parsed, if anything: one sentence. */
export function xmlBoundsProblem(document: string): string | undefined {
  if (controlCharacters.test(document)) return "The body holds control characters.";
  const encoding = /^<\?xml\s[^>]*?encoding\s*=\s*["']([^"']*)/.exec(document.slice(0, 200))?.[1];
  if (encoding !== undefined && !/^(utf-?8|us-ascii)$/i.test(encoding)) return "The encoding must be UTF-8.";

  let depth = 0;
  let elements = 0;
  let last = 0;
  for (let at = document.indexOf("<"); at >= 0; at = document.indexOf("<", last)) {
    if (depth === 0 && document.slice(last, at).trim() !== "") return unreadable;
    const section = sections.find(({ open }) => document.startsWith(open, at));
    const end = section ? sectionEnd(document, at, section) : tagEnd(document, at);
    if (end === undefined) return unreadable;
    last = end + 1;
    if (section && depth === 0 && section.isText) return unreadable;
    if (section) continue;
    if (document[at + 1] === "!") return "The body must not have a DOCTYPE.";
    if (document[at + 1] === "/") {
      depth -= 1;
      continue;
    }
    // Only one element has no other around it.
    if (depth === 0 && elements > 0) return unreadable;
    elements += 1;
    if (elements > maxElements) return `The body has more than ${maxElements} elements.`;
    if (depth + 1 > maxDepth) return `The body nests deeper than ${maxDepth} levels.`;
    if (document[end - 1] !== "/") depth += 1;
  }
  return depth === 0 && document.slice(last).trim() !== "" ? unreadable : undefined;
}

/** Index of the last character of a section. */
function sectionEnd(
  document: string,
  start: number,
  { open, close }: (typeof sections)[number],
): number | undefined {
  const at = document.indexOf(close, start + open.length);
  return at < 0 ? undefined : at + close.length - 1;
}

/** Index of the ">" that ends the tag; those in quoted attribute values do not. */
function tagEnd(document: string, start: number): number | undefined {
  const marks = /[>"']/g;
  marks.lastIndex = start;
  for (let found = marks.exec(document); found; found = marks.exec(document)) {
    if (found[0] === ">") return found.index;
    const closing = document.indexOf(found[0], found.index + 1);
    if (closing < 0) return undefined;
    marks.lastIndex = closing + 1;
  }
  return undefined;
}
