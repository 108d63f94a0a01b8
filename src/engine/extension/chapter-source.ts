/** A chapter from a file or a value, with line numbers for messages. */
import { readFileSync } from "node:fs";
import { Ajv, type ErrorObject } from "ajv";
import { isMap, isNode, isSeq, LineCounter, parseDocument, type Document } from "yaml";
import type { FaultRow, MethodChapter, Schema } from "../chapters/chapter.js";
import { nearest } from "../config/spelling.js";
import { schemaWords } from "../contract/schema-words.js";
import { messageOf } from "../values/messages.js";
import { chapterForm } from "./chapter-form.js";

export type Path = readonly (string | number)[];

/** A chapter as written, with optional members; `namespaceChapter` fills in the defaults. */
export interface WrittenChapter {
  readonly title?: string;
  readonly description?: string;
  readonly "x-acl"?: string;
  readonly "x-aliases"?: string[];
  readonly handler?: string;
  readonly errors?: Readonly<Record<string, Omit<FaultRow, "status"> & { readonly status?: number }>>;
  readonly methods: readonly WrittenMethod[];
  readonly schemas?: Readonly<Record<string, Schema>>;
}

export type WrittenMethod = Omit<MethodChapter, "params" | "errors" | "result" | "examples"> & {
  readonly params?: MethodChapter["params"];
  readonly errors?: readonly string[];
  readonly result: { readonly name?: string; readonly schema: Schema };
  readonly examples: readonly { readonly name: string; readonly params?: object; readonly result: unknown }[];
};

/** Chapters that cannot be used: one line for each problem, with file, line and remedy. */
export class ChapterProblems extends Error {
  override name = "ChapterProblems";

  constructor(readonly lines: readonly string[]) {
    super(lines.join("\n"));
  }
}

/** Throws ChapterProblems if there are any. */
export function refuse(lines: readonly string[]): void {
  if (lines.length > 0) throw new ChapterProblems([...new Set(lines)]);
}

export class ChapterSource {
  readonly chapter: WrittenChapter;

  private constructor(
    /** The path as given, or the name of a value. */
    readonly file: string,
    value: unknown,
    private readonly places: { readonly document: Document; readonly lines: LineCounter } | undefined,
  ) {
    this.chapter = value as WrittenChapter;
  }

  /** Throws ChapterProblems. */
  static read(file: string): ChapterSource {
    const lines = new LineCounter();
    const document = parseDocument(textOf(file), { lineCounter: lines, prettyErrors: false });
    const places = { document, lines };
    refuse(
      document.errors.map(({ pos, message }) => {
        const what = message.split("\n")[0]?.replace(/\.?$/, "");
        return `${file}:${lines.linePos(pos[0]).line}: invalid YAML: ${what}; fix it there or on the line before`;
      }),
    );
    return new ChapterSource(file, document.toJS(), places).validated();
  }

  /** Throws ChapterProblems. @param name the name of the value in messages */
  static of(value: object, name: string): ChapterSource {
    return new ChapterSource(name, structuredClone(value), undefined).validated();
  }

  /** A message of the form `chapter.yaml:12: what is wrong`. */
  problem(path: Path, what: string): string {
    const line = this.lineOf(path);
    return `${this.file}${line === undefined ? "" : `:${line}`}: ${what}`;
  }

  /** The line of the deepest existing node on the path. */
  private lineOf(path: Path): number | undefined {
    if (!this.places) return undefined;
    const { document, lines } = this.places;
    let node: unknown = document.contents;
    let offset = isNode(node) ? node.range?.[0] : undefined;
    for (const step of path) {
      const pair = isMap(node) ? node.items.find(({ key }) => String(key) === String(step)) : undefined;
      node = isSeq(node) ? node.items[Number(step)] : pair?.value;
      const place = pair?.key ?? node;
      if (!isNode(place)) break;
      offset = place.range?.[0];
    }
    return offset === undefined ? undefined : lines.linePos(offset).line;
  }

  private validated(): this {
    const isValid = formCheck();
    if (!isValid(this.chapter))
      refuse((isValid.errors ?? []).flatMap((error) => this.formProblem(error) ?? []));
    return this;
  }

  private formProblem(error: ErrorObject): string | undefined {
    const path = error.instancePath.split("/").slice(1).map(unescaped);
    const at = path.length === 0 ? "the chapter" : this.nameOf(path);
    const { additionalProperty, missingProperty, propertyName } = error.params as {
      readonly [param: string]: string | undefined;
    };
    switch (error.keyword) {
      case "additionalProperties": {
        const known = Object.keys((error.parentSchema?.properties ?? {}) as object);
        const name = String(additionalProperty);
        const hint = nearestOf(name, known) || `known are ${known.join(", ")}`;
        return this.problem([...path, name], `${name} is not known in ${at}; ${hint}`);
      }
      case "required":
        return this.problem(path, `${at} has no ${missingProperty}; add it`);
      // Reported under `propertyNames`.
      case "pattern":
        if (error.propertyName !== undefined) return undefined;
        break;
      case "propertyNames": {
        const wanted = (error.parentSchema?.propertyNames as Schema | undefined)?.pattern;
        const name = String(propertyName);
        return this.problem([...path, name], `${name} in ${at} must have the form ${String(wanted)}`);
      }
    }
    return this.problem(path, `${at} ${schemaWords(error)}`);
  }

  /** `methods.0.params.1` → `ol_customer.search, params 2`. */
  private nameOf(path: Path): string {
    const [first, index, ...rest] = path;
    const method =
      first === "methods" && index !== undefined ? this.chapter.methods[Number(index)] : undefined;
    const steps = method ? rest : path;
    const inner = steps
      .map((step) => (/^\d+$/.test(String(step)) ? String(Number(step) + 1) : step))
      .join(" ");
    if (!method) return inner;
    const name = typeof method.name === "string" ? method.name : `method ${Number(index) + 1}`;
    return inner === "" ? name : `${name}, ${inner}`;
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new ChapterProblems([
      `${file}: cannot be read (${messageOf(error)}); give the path of a chapter file, or of a folder with chapters (*.yaml)`,
    ]);
  }
}

function unescaped(step: string): string {
  return step.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** The known name that may be meant, for a message; "" if none is similar. */
export function nearestOf(name: string, known: readonly string[], least = 1): string {
  const near = nearest(name, known, Math.max(least, Math.floor(name.length / 3)));
  return near === undefined ? "" : `${near} may be meant`;
}

type FormCheck = ReturnType<Ajv["compile"]>;
let compiled: FormCheck | undefined;

function formCheck(): FormCheck {
  return (compiled ??= new Ajv({
    allErrors: true,
    verbose: true,
    strictTypes: false,
    meta: false,
    validateSchema: false,
  }).compile(chapterForm));
}
