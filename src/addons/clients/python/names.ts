/** Converts names of the contract to Python style. */

/** `orderIncrementId` → `order_increment_id`; `_names.py` does the same at run time. */
export function snakeCase(name: string): string {
  return name.replace(/(?<=[a-z0-9])[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
}

/** Converts the names of one scope; throws if two become equal. */
export function snakeCased(names: readonly string[]): string[] {
  const snakes = names.map(snakeCase);
  const twice = snakes.find((name, index) => snakes.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`two names are ${twice} in Python: ${names.join(", ")}`);
  return snakes;
}
