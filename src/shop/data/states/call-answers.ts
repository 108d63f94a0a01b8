/** `"$mug"` and `"$first.items.0.item_id"` in a dataset: what earlier calls answered. */
import { isObject } from "../../../engine/values/coercion.js";

export class UnknownReference extends Error {
  constructor(
    readonly place: string,
    message: string,
  ) {
    super(message);
  }
}

/** The value with answers in place of references; `$$` is a literal `$`. Throws UnknownReference. */
export function filledIn(value: unknown, answers: ReadonlyMap<string, unknown>, place: string): unknown {
  if (typeof value === "string") return value.startsWith("$") ? answerAt(value, answers, place) : value;
  if (Array.isArray(value)) {
    return value.map((one: unknown, index) => filledIn(one, answers, `${place}[${index}]`));
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, filledIn(member, answers, `${place}.${key}`)]),
  );
}

function answerAt(text: string, answers: ReadonlyMap<string, unknown>, place: string): unknown {
  if (text.startsWith("$$")) return text.slice(1);
  const [name = "", ...steps] = text.slice(1).split(".");
  if (!answers.has(name)) {
    throw new UnknownReference(place, `${text} is the name of no earlier call; write $$ for a literal $`);
  }
  let found: unknown = answers.get(name);
  for (const step of steps) {
    found =
      typeof found === "object" && found !== null && Object.hasOwn(found, step)
        ? (found as Record<string, unknown>)[step]
        : undefined;
    if (found === undefined) throw new UnknownReference(place, `${text}: the answer has no ${step}`);
  }
  return found;
}
