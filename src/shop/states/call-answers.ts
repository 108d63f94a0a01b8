/** References to the results of earlier calls in a dataset: `"$mug"`, `"$first.items.0.item_id"`. */
import { problemAt } from "../../engine/states/problem.js";
import { isObject } from "../../engine/values/coercion.js";

/** The value with references replaced by results; `$$` is a literal `$`. Throws StateProblems. */
export function resolveReferences(
  value: unknown,
  answers: ReadonlyMap<string, unknown>,
  place: string,
): unknown {
  if (typeof value === "string") return value.startsWith("$") ? answerAt(value, answers, place) : value;
  if (Array.isArray(value)) {
    return value.map((one: unknown, index) => resolveReferences(one, answers, `${place}[${index}]`));
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      resolveReferences(member, answers, `${place}.${key}`),
    ]),
  );
}

function answerAt(text: string, answers: ReadonlyMap<string, unknown>, place: string): unknown {
  if (text.startsWith("$$")) return text.slice(1);
  const [name = "", ...steps] = text.slice(1).split(".");
  if (!answers.has(name)) {
    throw problemAt(place, `${text} is not the name of an earlier call; write $$ for a literal $`);
  }
  let found: unknown = answers.get(name);
  for (const step of steps) {
    found =
      typeof found === "object" && found !== null && Object.hasOwn(found, step)
        ? (found as Record<string, unknown>)[step]
        : undefined;
    if (found === undefined) throw problemAt(place, `${text}: the result has no ${step}`);
  }
  return found;
}
