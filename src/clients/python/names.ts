/** Names of the contract as Python writes them. */

/** `orderIncrementId` → `order_increment_id`; `_names.py` does the same with names of callers. */
export function snakeCase(name: string): string {
  return name.replace(/(?<=[a-z0-9])[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
}

/** The same for the names of one place, which must stay different. */
export function snakeCased(names: readonly string[]): string[] {
  const snakes = names.map(snakeCase);
  const twice = snakes.find((name, index) => snakes.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`two names are ${twice} in Python: ${names.join(", ")}`);
  return snakes;
}
