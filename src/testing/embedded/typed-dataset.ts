/** A dataset as a program writes it: its calls are those of the contract. */
import type { Operation, ParamsOf } from "../../../generated/clients/typescript/client.js";
import type { CompositionRequest, OrderPlacement } from "../../../generated/clients/typescript/control.js";

/** `"$mug"` stands for what the call named `mug` answered, `"$first.items.0.item_id"` for a part of it. */
type WithReferences<Value> = [string] extends [Value] ? Value : Referring<Value>;

// Text may be a reference as it is, and what may be any value is not looked into.
type Referring<Value> = Value extends object
  ? { readonly [Name in keyof Value]: WithReferences<Value[Name]> }
  : Value | `$${string}`;

interface Named {
  /** By this name later calls find what it answered. */
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
  /** Chapters of own operations; with a file their paths are beside it. */
  readonly extend?: readonly string[];
  readonly settings?: Readonly<Record<string, object>>;
  readonly clock?: string | { readonly now: string };
  readonly calls?: readonly DatasetCall[];
  /** As `GET /control/state` writes them. */
  readonly collections?: Readonly<Record<string, unknown>>;
  readonly sequences?: Readonly<Record<string, number>>;
}
