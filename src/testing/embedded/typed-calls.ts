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

/** Every name in the journal: operations, methods of the protocol, REST and the test control. */
export type CallName = Operation | Builtin | keyof operations;

/** A subset of the members of an object, at any depth; lists are complete. */
type Part<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends object
    ? { readonly [Name in keyof Value]?: Part<Value[Name]> | undefined }
    : Value;

/** The arguments, by name, that a call must have. */
export type Match<Name extends CallName> = Name extends Operation
  ? Part<ParamsOf<Name>>
  : Readonly<Record<string, unknown>>;

/** How often a call is expected; at least once by default. */
export type Count = Pick<CallExpectation, "times" | "at_least" | "at_most">;

/** A fault that the operation declares, or a global fault. For REST and the control: the HTTP status. */
export type FaultName<Name extends CallName> = Name extends Operation
  ? FaultOf<Name>
  : GlobalFault | `${number}`;

export interface Expected<Name extends CallName> extends Count {
  readonly operation: Name;
  readonly match?: Match<Name> | undefined;
  readonly fault?: FaultName<Name> | undefined;
  readonly caller?: string | undefined;
}

/** Selects calls of the journal. */
export interface CallsOf<Name extends CallName> {
  readonly operation?: Name | undefined;
  readonly fault?: FaultName<Name> | undefined;
  readonly session?: string | undefined;
  readonly caller?: string | undefined;
  readonly door?: RecordedCall["door"] & string;
  readonly after?: number | undefined;
}

type Common = Pick<
  FaultRequest,
  "session" | "times" | "delay_ms" | "when" | "nth" | "probability" | "seed" | "http" | "body" | "drop"
>;

type RuleOf<Name> = Name extends Operation
  ? Common & {
      readonly operation: Name;
      readonly match?: Match<Name>;
      readonly fault?: FaultOf<Name>;
      readonly message?: string;
      readonly data?: Readonly<Record<string, unknown>>;
      readonly result?: ResultOf<Name>;
      readonly undeclared?: never;
    }
  : never;

interface AnyRule extends Common {
  readonly operation: "*" | "login" | "multiCall";
  readonly fault?: GlobalFault;
  readonly message?: string;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly result?: string;
  readonly match?: never;
  readonly undeclared?: never;
}

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
export type Rule = RuleOf<Operation> | AnyRule | RestRule | UndeclaredRule;
