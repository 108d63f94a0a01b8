/** Filters that the living system reads in another way than this service (conventions 9.1). */
import { isObject } from "../values/coercion.js";
import { cutText } from "../values/messages.js";

const besideRange = new Set(["from", "to", "date", "datetime"]);

/**
 * Says which fields have several operators in one object: all must hold here, but the living system takes the first one
 * only. Undefined if there is no such field.
 */
export function severalOperators(filters: unknown): string | undefined {
  if (!isObject(filters)) return undefined;
  const fields = Object.entries(filters).filter(([, condition]) => conditionsIn(condition).some(hasSeveral));
  if (fields.length === 0) return undefined;
  const names = fields.map(([name]) => cutText(name)).join(", ");
  return `Several operators at once (${names}): all of them must hold here; Magento 1 uses only the first one.`;
}

function conditionsIn(condition: unknown): readonly unknown[] {
  if (isObject(condition) && Array.isArray(condition.or)) return condition.or as readonly unknown[];
  return Array.isArray(condition) ? (condition as readonly unknown[]) : [condition];
}

/** A range counts as one operator. */
function hasSeveral(condition: unknown): boolean {
  if (!isObject(condition)) return false;
  const names = Object.keys(condition);
  const others = names.filter((name) => !besideRange.has(name)).length;
  return others + (others < names.length ? 1 : 0) > 1;
}
