/** Calls operations for building the sample shop, without a session and at given times. */
import type { Operations } from "../../generated/operations.js";
import type { FaultDetail } from "../../src/engine/contract/faults.js";
import type { Call, OperationName } from "../../src/shop/namespace.js";
import { scopeOf, type ShopDirectory } from "../../src/shop/stores/directory.js";
import type { Tx } from "../../src/engine/storage/storage.js";

/** The default settings that these operations use. */
export const sampleSettings = {
  priceScope: "website",
  mailFrom: "shop@example.com",
  returnStockOnRefund: false,
} as const;

/** Makes the call object of a handler from its arguments. */
export type SampleCall = ReturnType<typeof callAt>;

export function callAt(tx: Tx, shop: ShopDirectory, now: string) {
  const scope = (store: unknown) => {
    const view = shop.view(store);
    if (!view) throw new Error(`The sample shop has no store view ${String(store)}`);
    return scopeOf(view);
  };
  const fault = (name: string, detail?: FaultDetail): never => {
    throw new Error(`The sample shop is not usable: ${name} ${JSON.stringify(detail)}`);
  };
  // The few operations that are called here do not use sessions, images or passwords.
  return <Name extends OperationName>(args: Operations[Name]["args"] & Operations[Name]["checked"]) =>
    ({
      args,
      check: () => args,
      tx,
      shop,
      now,
      scope,
      fault,
      settings: sampleSettings,
    }) as unknown as Call<Name>;
}

/** The result of an operation. Throws a fault that the operation returned. */
export function resultOf<Result>(result: Result): Exclude<Result, Error> {
  if (result instanceof Error) throw result;
  return result as Exclude<Result, Error>;
}
