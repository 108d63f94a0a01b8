/**
 * Every Markdown document as its readers see it: `marked` renders it, and no table, heading or decision is a part of a
 * paragraph. What documents and comments name exists: files, links, anchors, commands.
 */
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";
import { lexer, walkTokens, type Token, type Tokens } from "marked";
import { describe, expect, test } from "vitest";
import { trackedFiles } from "../../scripts/lint/shipped.js";
import { projectRoot } from "../../scripts/spec/chapters.js";

const files = trackedFiles(projectRoot);
const read = (path: string) => readFileSync(join(projectRoot, path), "utf8");

/** All documents, except for the sources of the clients' READMEs, which are the same text at another place. */
const documents = files.filter(
  (path) => path.endsWith(".md") && !/^src\/addons\/clients\/\w+\/files\//.test(path),
);

/** All tokens of a text, those inside of others included. */
function tokensOf(top: Token[]): Token[] {
  const all: Token[] = [];
  void walkTokens(top, (token) => void all.push(token));
  return all;
}

/** The text of a block without its code. */
function proseOf({ tokens = [] }: Tokens.Generic): string {
  return tokensOf(tokens)
    .filter((token): token is Tokens.Text => token.type === "text" && !("tokens" in token))
    .map(({ text }) => text)
    .join("");
}

const separator = /\|(?:[ :]*-{3,}[ :]*\|)+/g;
const decision = /\*\*D-\d+/g;
const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/** What a reader of the rendered text would see broken. */
function brokenParts(text: string): string[] {
  const top = lexer(text);
  const all = tokensOf(top);
  const inCode = all
    .filter(({ type }) => type === "code" || type === "codespan")
    .map(({ raw }) => raw)
    .join("\n");
  const tables = all.filter((token): token is Tokens.Table => token.type === "table");
  const separators = count(text, separator) - count(inCode, separator);
  const decisions = count(text, decision) - count(inCode, decision);
  const started = top.filter(({ type, raw }) => type === "paragraph" && raw.search(decision) === 0).length;
  return [
    ...(tables.length === separators ? [] : [`${separators} separators of tables, ${tables.length} tables`]),
    ...(decisions === started ? [] : [`${decisions} decisions, ${started} paragraphs that start with one`]),
    ...tables.flatMap(({ raw, header }) => rowsOfOtherLengths(raw, header.length)),
    ...all.flatMap((token) => brokenPart(token, top)),
  ];
}

/** A cell too many is not rendered. */
function rowsOfOtherLengths(raw: string, columns: number): string[] {
  return raw
    .trim()
    .split("\n")
    .filter((row) => count(row, /(?<!\\)\|/g) !== columns + 1)
    .map((row) => `a row without ${columns} cells: ${startOf(row)}`);
}

function brokenPart(token: Token, top: readonly Token[]): string[] {
  const problem = (what: string) => [`${what}: ${startOf(token.raw)}`];
  switch (token.type) {
    case "heading":
      if (!top.includes(token)) return problem("a heading inside of another block");
      return token.raw.trimStart().startsWith("#")
        ? []
        : problem("a paragraph that a line turns into a heading");
    case "code": {
      const [, fence = "", code = ""] = /^(`{3,})([^]*)\n\1\s*$/.exec(token.raw) ?? [];
      if (fence === "") return problem("code without an opening and a closing fence");
      // The end of the block before is missing, so what was meant as text is code.
      return code.includes(`\n${fence}`) ? problem("a fence in code") : [];
    }
    case "html":
      return token.raw.startsWith("<!--") ? [] : problem("HTML, which is not shown");
    case "paragraph":
    case "text": {
      // Inline text has no tokens of its own; that of an item of a list has.
      if (!("tokens" in token)) return [];
      const prose = proseOf(token);
      return [
        ...(prose.includes("|") ? problem("a pipe in a paragraph") : []),
        ...(/(^|\s)#{2,6} |\n# /.test(prose) ? problem("a heading in a paragraph") : []),
        ...(/```|~~~/.test(prose) ? problem("a fence in a paragraph") : []),
        ...(/\n *\d+[.)] /.test(token.raw) ? problem("an item of a list in a paragraph") : []),
      ];
    }
    default:
      return [];
  }
}

const startOf = (text: string) => text.trim().slice(0, 60);

/** The anchors of the headings, as GitHub makes them. */
function anchorsOf(text: string): string[] {
  return lexer(text)
    .filter((token): token is Tokens.Heading => token.type === "heading")
    .map((heading) =>
      heading.text
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, "")
        .trim()
        .replace(/\s/g, "-"),
    );
}

const repeated = (names: readonly string[]) => names.filter((name, index) => names.indexOf(name) !== index);

/** The links of a document to nothing in the tree. */
function deadLinks(document: string, text: string): string[] {
  return tokensOf(lexer(text))
    .filter((token): token is Tokens.Link => token.type === "link" || token.type === "image")
    .map(({ href }) => href)
    .filter((href) => !/^[a-z]+:/.test(href) && !leads(document, href));
}

function leads(document: string, href: string): boolean {
  const [path = "", anchor] = href.split("#");
  const target = path === "" ? document : normalize(join(dirname(document), path));
  if (!existsSync(join(projectRoot, target))) return false;
  return anchor === undefined || anchorsOf(read(target)).includes(anchor);
}

/** The paths of all files and their folders. */
const paths = new Set(
  files.flatMap((path) => path.split("/").map((_, index, parts) => parts.slice(0, index + 1).join("/"))),
);
const everyPath = `/${[...paths].join("\n/")}\n`;
const endings = "tsx?|mts|mjs|cjs|js|md|yaml|json|jsonl|sql|css|io|py|php|sh|cfg|xsd|png";
const pathPattern = new RegExp(
  [
    // In a folder: `src/main.ts`, `doors/soap/`, `clients/<language>/files`, `examples/*.js`.
    String.raw`(?<![\w/.@:$~%}>*-])\w[\w.-]*(?:/[\w.*<>{},-]+)+`,
    // Alone, if it can only be one of ours.
    String.raw`(?<![\w/.@:$~%}>*<-])[\w-]+(?:\.[\w-]+)*\.(?:tsx?|md)(?![\w/])`,
  ].join("|"),
  "g",
);
/** What a build or a package manager puts there. */
const installed = /^(dist|node_modules|vendor|store-management-api)\/|\.d\.ts$/;

/** The paths that a text names and that do not exist. @param place the file with the text */
function missingPaths(place: string, text: string): string[] {
  const found = [...text.matchAll(pathPattern)].map(([path]) => path.replace(/[.,:]+$/, ""));
  return [...new Set(found)].filter((path) => {
    const [first = ""] = path.split("/");
    const isFromRoot = path.includes("/") && paths.has(first) && !first.includes(".");
    if (!isFromRoot && !new RegExp(String.raw`\.(${endings})$`).test(path)) return false;
    if (installed.test(path) || existsSync(join(projectRoot, "node_modules", first))) return false;
    const exists = (one: string) =>
      isFromRoot ? existsAbove(place, one) : patternOf(one, "/").test(everyPath);
    return !alternatives(path).every(exists);
  });
}

/** Whether a path leads to something from the folder of a file, or from one above it. */
function existsAbove(place: string, path: string): boolean {
  for (let folder = dirname(place); ; folder = dirname(folder)) {
    const whole = folder === "." ? path : `${folder}/${path}`;
    if (existsSync(join(projectRoot, whole)) || patternOf(whole, "\n/").test(`\n${everyPath}`)) return true;
    if (folder === ".") return false;
  }
}

/** `src/{main,index}.ts` is two paths. */
function alternatives(path: string): string[] {
  const [braces, names = ""] = /\{([^}]*)\}/.exec(path) ?? [];
  if (braces === undefined) return [path];
  return names.split(",").flatMap((name) => alternatives(path.replace(braces, name)));
}

/** `<any>` and `*` stand for any name. @param before what precedes the path */
function patternOf(path: string, before: string): RegExp {
  const source = path.replaceAll(".", "\\.").replace(/<[^>]*>|\*+/g, ".*");
  return new RegExp(`${before}${source}\n`);
}

const folders = /^((src|scripts|test|spec|examples|deploy|config|\.ci)\/|[^/]+$)/;
const slashes = /(?<=^|\s)(?:\/\*[^]*?\*\/|\/\/.*$)/gm;
const hash = /(?<=^|\s)#.*$/gm;
/** The comments of a language, by the names of its files. */
const commentForms: readonly (readonly [names: RegExp, comment: RegExp])[] = [
  [/\.(tsx?|mts|mjs|cjs|js|css|php|java)$/, slashes],
  [/\.(yaml|sh|cfg)$|^Dockerfile$|^run$/, hash],
  [/\.py$/, new RegExp(`"""[^]*?"""|${hash.source}`, "gm")],
  [/\.sql$/, /--.*$/gm],
];

/** Empty for files that have no comments. */
function commentsOf(path: string, text: string): string {
  const [, comment] = commentForms.find(([names]) => names.test(basename(path))) ?? [];
  return (comment && text.match(comment)?.join("\n")) ?? "";
}

const { scripts } = JSON.parse(read("package.json")) as { scripts: object };

function missingCommands(text: string): string[] {
  return [...text.matchAll(/npm run ([a-z][\w:]*)/g)]
    .map(([, name = ""]) => name)
    .filter((name) => !(name in scripts));
}

describe.each(documents)("%s", (document) => {
  const text = read(document);

  test("is rendered as it was meant", () => expect(brokenParts(text)).toEqual([]));
  // Each version of the changelog has the same headings, and nothing links to them.
  const mayRepeat = document === "CHANGELOG.md";
  if (!mayRepeat) test("has each anchor once", () => expect(repeated(anchorsOf(text))).toEqual([]));
  test("links to files and headings", () => expect(deadLinks(document, text)).toEqual([]));
  test("names files that exist", () => expect(missingPaths(document, text)).toEqual([]));
  test("names commands that exist", () => expect(missingCommands(text)).toEqual([]));
});

describe("a fault is found:", () => {
  const table = "| Step | Does |\n|---|---|\n| `a` | b |\n";

  test.each([
    ["nothing, in a good text", `# A\n\n1. b\n\n   ${table.replaceAll("\n", "\n   ")}\n## C\n`, []],
    [
      "a table in one line",
      "1. Steps:\n\n   | Step | Does | |---|---| | `a` | b |\n",
      ["separators", "pipe"],
    ],
    ["a row after the table", `${table}\n| \`c\` | d |\n`, ["pipe"]],
    ["a pipe between two cells", `${table}| \`c\` | d | e |\n`, ["row"]],
    ["a heading in a paragraph", "Text ends. ## Next\n", ["heading"]],
    ["a heading in a list", "- text\n\n  ## Next\n", ["heading"]],
    ["a line below a paragraph", "Text\n---\n", ["heading"]],
    ["two decisions in a paragraph", "**D-1 One.** Text.\n**D-3 Two.** Text.\n", ["decisions"]],
    ["a decision inside of a paragraph", "Text. **D-1 One.** Text.\n", ["decisions"]],
    ["a list in a paragraph", "Text:\n2. one\n3. two\n", ["item"]],
    ["code without an end", "```sh\nls\n", ["fence"]],
    ["code without an end, before other code", "```sh\nls\n\n## Next\n\n```sh\nls\n```\n", ["fence"]],
    ["code in a paragraph", "Text: ```sh ls\n", ["fence"]],
    ["HTML", "Install `a`-<version>.\n", ["HTML"]],
  ])("%s", (_what, text, words) => {
    expect(brokenParts(text)).toEqual(words.map((word) => expect.stringContaining(word) as string));
  });

  test("a link to nothing", () => {
    const links = [
      "qa.md",
      "testing.md#a-lost-answer",
      "none.md",
      "testing.md#none",
      "#none",
      "https://a.test",
    ];
    const text = links.map((link) => `[a](${link})`).join(" ");
    expect(deadLinks("docs/qa.md", text)).toEqual(["none.md", "testing.md#none", "#none"]);
  });

  test("two headings with one anchor", () => {
    expect(repeated(anchorsOf("# A b\n\n## C\n\n## `a` B\n"))).toEqual(["a-b"]);
  });

  test("a path to nothing", () => {
    const right = [
      "src/main.ts",
      "src/engine/",
      "guard/guard.ts",
      "main.ts",
      "src/{main,index}.ts",
      "docs/*.md",
    ];
    const wrong = [
      "src/none.ts",
      "src/none/",
      "guard/none.ts",
      "none.ts",
      "src/{main,none}.ts",
      "docs/*.none",
    ];
    const code = `/** ${right.join(" ")} (${wrong.join(" ")}) */ "src/text.ts";\n// src/end.ts.`;
    expect(missingPaths("src/index.ts", commentsOf("src/index.ts", code))).toEqual([
      ...wrong.map((path) => path.replace(/\/$/, "")),
      "src/end.ts",
    ]);
    expect(
      missingPaths("deploy/failover.sh", commentsOf("deploy/failover.sh", "ls src/a.ts # src/b.ts")),
    ).toEqual(["src/b.ts"]);
  });

  test("an unknown command", () => {
    expect(missingCommands("npm run check, npm run none")).toEqual(["none"]);
  });
});

describe("comments", () => {
  const comments = files
    .filter((path) => folders.test(path) && commentForms.some(([names]) => names.test(basename(path))))
    .map((path) => ({ path, text: commentsOf(path, read(path)) }));
  const wrong = (missing: (path: string, text: string) => string[]) =>
    comments.flatMap(({ path, text }) => missing(path, text).map((what) => `${path}: ${what}`));

  test("name files that exist", () => expect(wrong(missingPaths)).toEqual([]));
  test("name commands that exist", () => {
    expect(wrong((_path, text) => missingCommands(text))).toEqual([]);
  });
});
