/** A chapter of a contract as it is written: plain OpenRPC with the abbreviations of spec/README.md. */

export type Schema = { [keyword: string]: unknown };

/** `errors`: problems as `{field, message}`; `parameter`: a name; `products`: identifiers; `reference`: found in the log. */
export type FaultMember = "errors" | "parameter" | "products" | "reference";

export const faultMembers: readonly FaultMember[] = ["errors", "parameter", "products", "reference"];

export interface FaultRow {
  code: number;
  /** HTTP status in the plain form (interface 6). */
  status: number;
  message: string;
  /** What `data` can hold beside `fault` and `resource`. */
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
  params: ParamChapter[];
  result: { name: string; schema: Schema; description?: string };
  errors: string[];
  examples: { name: string; params: Record<string, unknown>; result: unknown }[];
  "x-acl"?: string;
  /** As that of a namespace. */
  "x-source"?: "observed";
  "x-effect"?: "read" | "write";
  "x-storage-fault"?: string;
  /** In place of what a fault's row tells. */
  "x-fault-tells"?: Record<string, FaultMember[]>;
  "x-aliases"?: string[];
  /** Argument (or several, separated by commas) and fault of each check. */
  "x-checks"?: Record<string, string>[];
}

export interface NamespaceChapter {
  title: string;
  description: string;
  "x-acl": string;
  "x-aliases"?: string[];
  /** Beyond the API documents: behaves as a living system was seen to. */
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
