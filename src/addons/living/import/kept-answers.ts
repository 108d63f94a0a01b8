/** Keeps the answers at the beginning of an import, so that a resumed import does not send their calls again. */
import { SourceRefusal, type ShopSource } from "./source.js";

/** Contains no personal data: only stores, the catalog model and fault texts are requested. */
export type StoredAnswer = { readonly key: string } & (
  | { readonly result: unknown }
  | { readonly refusal: { readonly message: string; readonly kind: SourceRefusal["kind"] } }
);

/** @param earlier the answers of the interrupted import, by key */
export function keepingAnswers(
  source: ShopSource,
  earlier: ReadonlyMap<string, StoredAnswer>,
  keep: (answer: StoredAnswer) => void,
): ShopSource {
  const through = async (
    operation: string,
    args: readonly unknown[],
    ask: () => Promise<unknown>,
  ): Promise<unknown> => {
    const key = JSON.stringify([operation, args]);
    const known = earlier.get(key);
    if (known && "result" in known) return known.result;
    if (known) throw new SourceRefusal(operation, known.refusal.message, known.refusal.kind);
    try {
      const result = (await ask()) ?? null;
      keep({ key, result });
      return result;
    } catch (error) {
      if (error instanceof SourceRefusal)
        keep({ key, refusal: { message: error.message, kind: error.kind } });
      throw error;
    }
  };
  return {
    ...source,
    ask: (operation, args = [], bound) => through(operation, args, () => source.ask(operation, args, bound)),
    askMethod: (method, args) => through(method, args, () => source.askMethod(method, args)),
  };
}
