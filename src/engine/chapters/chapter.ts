/** A chapter of a contract as written in spec/: OpenRPC with the abbreviations of spec/README.md. */

export type Schema = { [keyword: string]: unknown };

/** `errors`: problems as `{field, message}`; `parameter`: a name; `products`: identifiers; `reference`: found in the log. */
export type FaultMember = "errors" | "parameter" | "products" | "reference";

export const faultMembers: readonly FaultMember[] = ["errors", "parameter", "products", "reference"];

export interface FaultRow {
  code: number;
  /** HTTP status in the plain form (conventions 2.7). */
  status: number;
  message: string;
  /** Members of `data` besides `fault` and `resource`. */
  tells?: FaultMember[];
  /** Numbered in the real system, never sent nor listed by this service. */
  reserved?: boolean;
}

export interface ParamChapter {
  name: string;
  required?: boolean;
  description?: string;
  schema: Schema;
  "x-fault"?: string;
  "x-default"?: unknown;
  "x-nullable"?: boolean;
  "x-filterable"?: Record<string, { field: string; type: string }>;
  "x-not-filterable"?: string[];
}

export interface MethodChapter {
  name: string;
  summary: string;
  description?: string;
  /** Will be removed. */
  deprecated?: boolean;
  params: ParamChapter[];
  result: { name: string; schema: Schema; description?: string };
  errors: string[];
  examples: { name: string; params: Record<string, unknown>; result: unknown }[];
  "x-acl"?: string;
  /** As `x-source` of a namespace. */
  "x-source"?: "observed";
  "x-effect"?: "read" | "write";
  "x-storage-fault"?: string;
  /** Replaces `tells` of a fault. */
  "x-fault-tells"?: Record<string, FaultMember[]>;
  /** Declared faults of an operation of the API documents that they do not name for it. */
  "x-added-faults"?: string[];
  "x-aliases"?: string[];
  /** The fault of each check by its argument, or by several separated by commas. */
  "x-checks"?: Record<string, string>[];
}

export interface NamespaceChapter {
  title: string;
  description: string;
  "x-acl": string;
  "x-aliases"?: string[];
  /** Not in the API documents: behaves as observed in a real system. */
  "x-source"?: "observed";
  errors?: Record<string, FaultRow>;
  methods: MethodChapter[];
}

/** Access nodes by name; a leaf is null. */
export interface AclTree {
  [node: string]: AclTree | null;
}

export interface HeadChapter {
  openrpc: string;
  info: { title: string; version: string; license: object; contact: object; description: string };
  servers: unknown[];
  tags: { name: string; summary: string; description: string }[];
  "x-global-faults": Record<string, FaultRow>;
  "x-acl-nodes": AclTree;
  methods: MethodChapter[];
}

export interface Chapters {
  head: HeadChapter;
  namespaces: [name: string, chapter: NamespaceChapter][];
  schemas: [name: string, schema: Schema, file: string][];
}
