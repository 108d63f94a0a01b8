/** How arguments are read, by the `x-kind` of their schema (spec/README.md). */
import {
  cleanText,
  toData,
  toDecimal,
  toFlag,
  toId,
  toInt,
  toText,
  type DataObject,
} from "../values/coercion.js";

/** A product or attribute as a caller names it: by number or by text. */
export type Identifier = string | number | boolean;

/** What a handler gets for each kind. */
export interface ArgumentKinds {
  /** 0 = matches nothing. */
  id: number;
  identifier: Identifier;
  /** "" = matches nothing. */
  increment_id: string;
  identifier_type: "sku" | "id";
  /** As given; `scope` resolves it. */
  store: unknown;
  website: unknown;
  text: string;
  flag: boolean;
  int: number;
  decimal: number;
  data: DataObject;
  filters: DataObject;
  upload: DataObject;
  raw: unknown;
}

interface Kind<Value> {
  /** Names a record: a list or object can never do that and is refused before the operation starts. */
  readonly namesRecord?: true;
  /** The member that holds the content of a file: as long as it likes. No NUL characters are dropped beside it. */
  readonly content?: string;
  /** Any form is let through: the handler's `scope` says what it cannot find. */
  readonly resolvedLater?: true;
  /**
   * Turns a value that passed the schema, or any scalar for `namesRecord`, into what the handler gets; undefined when
   * it has no usable form all the same.
   */
  readonly read: (value: unknown) => Value | undefined;
}

export const kinds: { readonly [K in keyof ArgumentKinds]: Kind<ArgumentKinds[K]> } = {
  id: { namesRecord: true, read: toId },
  identifier: { namesRecord: true, read: (value) => value as Identifier },
  increment_id: { namesRecord: true, read: (value) => toText(value) ?? "" },
  identifier_type: { read: (value) => ((value as string).toLowerCase() === "sku" ? "sku" : "id") },
  store: { resolvedLater: true, read: (value) => value },
  website: { resolvedLater: true, read: (value) => value },
  text: { read: (value) => cleanText(toText(value) ?? "") },
  flag: { read: toFlag },
  int: { read: toInt },
  decimal: { read: toDecimal },
  data: { read: toData },
  filters: { read: toData },
  upload: { content: "content", read: toData },
  raw: { read: (value) => value },
};
