/** Rules and expectations about calls, typed from the contract: an unknown name, argument, result or fault does not compile. */
import type {
  FaultOf,
  GlobalFault,
  Operation,
  ParamsOf,
  ResultOf,
} from "../../../generated/clients/typescript/client.js";
import type {
  CallExpectation,
  FaultRequest,
  RecordedCall,
  UndeclaredFault,
} from "../../../generated/clients/typescript/control.js";
import type { operations } from "../../../generated/rest.js";
import type { restOperations } from "../../../generated/tables.js";

/** Operations of the REST resources. */
type RestOperation = keyof typeof restOperations;

/** Methods of the protocol. */
type Builtin =
  | "login"
  | "startSession"
  | "endSession"
  | "multiCall"
  | "resources"
  | "globalFaults"
  | "resourceFaults";

/** All operations of a namespace: `catalog_product.*`. */
type NamespacePattern = Operation extends infer Name
  ? Name extends `${infer Namespace}.${string}`
    ? `${Namespace}.*`
    : never
  : never;

/**
 * Every name in the journal: operations, methods of the protocol, REST and the test control; also a namespace
 * (`catalog_product.*`) and `*` for all.
 */
export type CallName = Operation | Builtin | keyof operations | NamespacePattern | "*";

/** A condition in place of a value; several must all hold. */
export interface Condition<Value = unknown> {
  /** RE2, matched in linear time against any part of the text. */
  readonly regex?: string;
  /** A part of a text, or an element of a list. */
  readonly contains?: string | number | boolean;
  readonly startsWith?: string;
  readonly gt?: number | string;
  readonly gteq?: number | string;
  readonly lt?: number | string;
  readonly lteq?: number | string;
  readonly in?: readonly (string | number | boolean)[] | string;
  /** Whether there is a value other than null. */
  readonly exists?: boolean;
  readonly not?: Value | Condition<Value>;
  readonly any?: readonly (Value | Condition<Value>)[];
}

/** A subset of the members of an object, at any depth; lists are complete. */
type Part<Value> = Value extends readonly unknown[]
  ? Value | Condition<Value>
  : Value extends object
    ? Parts<Value> | Condition<Parts<Value>>
    : Value | Condition<Value>;

type Parts<Value> = { readonly [Name in keyof Value]?: Part<Value[Name]> | undefined };

interface RequestMatch {
  /** Headers of the request by name. */
  readonly headers?: Readonly<Record<string, string | Condition>>;
  /** The API user, or `customer` with the number. */
  readonly caller?: string | Condition;
  readonly door?: (RecordedCall["door"] & string) | Condition;
}

/** The arguments, by name, that a call must have, and properties of its request. */
export type Match<Name extends CallName> = RequestMatch &
  (Name extends Operation ? Parts<ParamsOf<Name>> : Readonly<Record<string, unknown>>);

/** How often a call is expected; at least once by default. `only`: no other call was made, logins aside. */
export type Count = Pick<CallExpectation, "times" | "at_least" | "at_most" | "only" | "after" | "outcome">;

/** A fault that the operation declares, or a global fault. For REST and the control: the HTTP status. */
export type FaultName<Name extends CallName> = Name extends Operation
  ? FaultOf<Name>
  : GlobalFault | `${number}`;

/** One call of a sequence. */
export interface ExpectedCall<Name extends CallName> {
  readonly operation: Name;
  readonly match?: Match<Name> | undefined;
  readonly fault?: FaultName<Name> | undefined;
  readonly caller?: string | undefined;
  /** Default: any except `given_up`. */
  outcome?: RecordedCall["outcome"] | undefined;
}

export interface Expected<Name extends CallName> extends ExpectedCall<Name>, Count {}

type AnyExpectedCall = { [Name in CallName]: ExpectedCall<Name> }[CallName];

/** Calls in an order; others may lie between, unless `only` is set. */
export interface ExpectedSequence extends Pick<CallExpectation, "only" | "after"> {
  readonly sequence: readonly AnyExpectedCall[];
}

/** Selects calls of the journal. */
export interface CallsOf<Name extends CallName> {
  readonly operation?: Name | undefined;
  readonly fault?: FaultName<Name> | undefined;
  readonly session?: string | undefined;
  readonly caller?: string | undefined;
  readonly door?: RecordedCall["door"] & string;
  readonly outcome?: RecordedCall["outcome"];
  readonly match?: Match<Name> | undefined;
  readonly after?: number | undefined;
}

type Common = Pick<
  FaultRequest,
  "session" | "times" | "delay_ms" | "when" | "nth" | "probability" | "seed" | "http" | "body" | "drop"
>;

interface RuleOf<Name extends CallName, Fault, Result> extends Common {
  readonly operation: Name;
  readonly match?: Match<Name>;
  readonly fault?: Fault;
  readonly message?: string;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly result?: Result;
  readonly undeclared?: never;
}

type OperationRule = { [Name in Operation]: RuleOf<Name, FaultOf<Name>, ResultOf<Name>> }[Operation];
type NamespaceRule = RuleOf<NamespacePattern, FaultOf<Operation>, never>;
type AnyRule = RuleOf<"*" | "login" | "multiCall", GlobalFault, string>;

interface RestRule extends Common {
  readonly operation: RestOperation;
  readonly match?: Readonly<Record<string, unknown>>;
  readonly fault?: never;
  readonly result?: never;
  readonly undeclared?: never;
}

interface UndeclaredRule extends Common {
  /** An operation that the contracts do not know, for example `giftcard.info`. */
  readonly operation: string;
  readonly undeclared: true;
  readonly result?: unknown;
  readonly fault?: UndeclaredFault;
  readonly match?: Readonly<Record<string, unknown>>;
}

/** Forces the answer of the next calls of an operation. */
export type Rule = OperationRule | NamespaceRule | AnyRule | RestRule | UndeclaredRule;
