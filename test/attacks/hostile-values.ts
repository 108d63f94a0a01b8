/**
 * Values that are as hostile as their size allows, written as JSON. Normal programs would not write some of
 * them.
 */

export interface HostileValue {
  readonly title: string;
  /** Creates a value of at most this number of bytes. */
  readonly json: (bytes: number) => string;
}

const [e, zero] = ["é", "\\u0000"];

/** A text of a repeated part, with a prefix and a suffix. */
function text(title: string, piece: string, { before = "", after = "" } = {}): HostileValue {
  const size = Buffer.byteLength(piece);
  const json = (bytes: number) => `"${before}${piece.repeat(Math.floor((bytes - 100) / size))}${after}"`;
  return { title, json };
}

/** A list, or an object's members, with the maximum number of parts. */
function many(
  title: string,
  piece: (index: number, share: number) => string,
  most: number,
  [open, close]: readonly [string, string] = ["[", "]"],
): HostileValue {
  const json = (bytes: number) => {
    const share = Math.floor(bytes / most) - 2;
    const pieces: string[] = [];
    for (let index = 0, size = 0; index < most; index += 1) {
      const one = piece(index, share);
      size += Buffer.byteLength(one) + 1;
      if (size > bytes) break;
      pieces.push(one);
    }
    return `${open}${pieces.join(",")}${close}`;
  };
  return { title, json };
}

const inObject = ["{", "}"] as const;
const quoted = (piece: string, share: number) =>
  `"${piece.repeat(Math.max(1, Math.floor(share / Buffer.byteLength(piece))))}"`;

const hostileTexts: readonly HostileValue[] = [
  text("letters", "a"),
  text("spaces", " "),
  text("spaces before a date", " ", { after: "2024-01-01" }),
  text("a date before spaces", " ", { before: "2024-01-01", after: "x" }),
  text("line feeds", "\\n"),
  text("line feeds and spaces", " \\n"),
  text("digits", "1"),
  text("zeros behind a point", "0", { before: "1." }),
  text("zeros before a digit", "0", { after: "7" }),
  text("digits and a letter", "1", { after: "x" }),
  text("tags", "<b>"),
  text("tags around letters", "a<b>c</b>"),
  text("opened tags", "<"),
  text("a tag that never ends", " ", { before: "<b" }),
  text("tags in tags", "<<b>b>"),
  text("comments", "<!--"),
  text("references", "&amp;"),
  text("NUL", zero),
  text("control characters", "\\u0001"),
  text("accents", e),
  text("emoji", "😀"),
  text("lone surrogates", "\\ud83d"),
  text("combining marks", "\u0301", { before: "a" }),
  text("sigmas", "Σ"),
  text("letters that grow in lower case", "İ"),
  text("Chinese", "漢"),
  text("wild cards", "%"),
  text("single wild cards", "_"),
  text("both wild cards", "%_"),
  text("backslashes", "\\\\"),
  text("quotes", '\\"'),
  text("commas", ","),
  text("commas and spaces", " ,"),
  text("numbers and commas", "12,"),
  text("dots", "."),
  text("labels of a domain", "a.", { before: "a@" }),
  text("at signs", "@"),
  text("slashes", "../"),
  text("base64 of zeros", "AAAA"),
  text("base64 with spaces", " A"),
  text("base64 with line feeds", "\\nAAAA"),
  text("equal signs", "="),
];

const hostileNumbers: readonly HostileValue[] = [
  ...["1e308", "-1e308", "5e-324", "99999999999999999999", "4294967295", "1.00005", "true"].map((json) => ({
    title: json,
    json: () => json,
  })),
  { title: "a number of many digits", json: (bytes) => "7".repeat(bytes) },
  { title: "a fraction of many digits", json: (bytes) => `0.${"7".repeat(bytes - 2)}` },
  { title: "a number of many zeros", json: (bytes) => `1${"0".repeat(bytes - 20)}e-1000` },
];

/** The maximum number of values in a body: calls/json.ts. */
const values = 99_000;
const members = 9_900;

const hostileLists: readonly HostileValue[] = [
  many("a list of numbers", (index) => String(index), values),
  many("1,000 numbers", (index) => String(index + 1), 1_000),
  many("1,000 giant numbers", () => "1e300", 1_000),
  many("a list of giant numbers", () => "1.7976931348623157e308", values),
  many("a list of texts", (_, share) => quoted("a", share), values),
  many("a list of texts of digits", (index) => `"${index}"`, values),
  many("a list of null", () => "null", values),
  many("a list of lists", () => "[]", values),
  many("a list of objects", () => "{}", values),
  many("1,000 objects", () => "{}", 1_000),
  many("1,000 texts of spaces", (_, share) => quoted(" ", share), 1_000),
  many("1,000 texts of tags", (_, share) => quoted("<b>", share), 1_000),
  many("120 texts of spaces", (_, share) => quoted(" ", share), 120),
  many("120 texts of tags", (_, share) => quoted("<b>c", share), 120),
  many("120 texts of accents", (_, share) => quoted(e, share), 120),
  { title: "nested lists", json: () => "[".repeat(58) + "]".repeat(58) },
];

const hostileObjects: readonly HostileValue[] = [
  many(
    "10 objects of many members with long names",
    (row, share) => {
      const length = Math.floor(share / members) - 12;
      const one = (index: number) => `"${row}${index}${"k".repeat(Math.max(0, length))}":1`;
      return `{${Array.from({ length: members }, (_, index) => one(index)).join(",")}}`;
    },
    10,
  ),
  many("many members", (index) => `"k${index}":1`, members, inObject),
  many("members named by numbers", (index) => `"${index}":1`, members, inObject),
  many(
    "members with long names",
    (index, share) => `"${index}${"k".repeat(Math.max(0, share - 20))}":1`,
    members,
    inObject,
  ),
  many("members of long texts", (index, share) => `"${index}":${quoted("a", share - 20)}`, members, inObject),
  many("one long name", (_, share) => `"${"k".repeat(Math.max(0, share - 20))}":1`, 1, inObject),
  {
    title: "names of JavaScript",
    json: () => `{"__proto__":{"a":1},"constructor":{"prototype":{"a":1}},"toString":1,"hasOwnProperty":1}`,
  },
  { title: "nested objects", json: () => '{"a":'.repeat(58) + "1" + "}".repeat(58) },
];

export const hostileValues = [...hostileTexts, ...hostileNumbers, ...hostileLists, ...hostileObjects];
