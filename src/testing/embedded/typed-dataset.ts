/** A dataset written in TypeScript; its calls are typed from the contract. */
import type { Operation, ParamsOf } from "../../../generated/clients/typescript/client.js";
import type { ConsumerEntry } from "../../engine/access/oauth/consumers.js";
import type { FaultTexts } from "../../engine/contract/fault-texts.js";
import type { Rule } from "./typed-calls.js";
import type { CompositionRequest, OrderPlacement } from "../../../generated/clients/typescript/control.js";

/** Allows references: `"$mug"` is the result of the call named `mug`, `"$first.items.0.item_id"` a part of a result. */
type WithReferences<Value> = [string] extends [Value] ? Value : Referring<Value>;

// `string` already includes references, and `unknown` is left as it is.
type Referring<Value> = Value extends object
  ? { readonly [Name in keyof Value]: WithReferences<Value[Name]> }
  : Value | `$${string}`;

interface Named {
  /** The name by which later calls refer to the result. */
  readonly as?: string;
}

type CallOf<Name> = Name extends Operation
  ? Named & { readonly call: Name; readonly params?: WithReferences<ParamsOf<Name>> }
  : never;

/** One step of a dataset. */
export type DatasetCall =
  | CallOf<Operation>
  | (Named & { readonly order: WithReferences<OrderPlacement> })
  | (Named & {
      readonly composition: WithReferences<CompositionRequest>;
      readonly product: number | `$${string}`;
    });

/** The content of a dataset file (dataset.schema.json). */
export interface DatasetContent {
  readonly $schema?: string;
  readonly extends?: "minimal" | "sample";
  /** Paths of chapters of your own operations; in a dataset file they are relative to that file. */
  readonly extend?: readonly string[];
  readonly settings?: Readonly<Record<string, object>>;
  readonly clock?: string | { readonly now: string };
  /** By default strict: what a call would accept without effect is refused. */
  readonly handling?: "strict" | "lenient";
  /** Texts of faults, by namespace and by number or name of the fault. */
  readonly fault_texts?: FaultTexts;
  /** Rules of the test control: there after the start and after each reset. */
  readonly rules?: readonly Rule[];
  /** Consumers of OAuth 1.0a: there after the start and after each reset. */
  readonly consumers?: readonly ConsumerEntry[];
  readonly calls?: readonly DatasetCall[];
  /** In the form of `GET /control/state`. */
  readonly collections?: Readonly<Record<string, unknown>>;
  readonly sequences?: Readonly<Record<string, number>>;
}
