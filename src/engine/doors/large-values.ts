/** Values that take long to write: their elements and members are written one after the other, with time for others. */

/** Values within one that are written at a stretch: well below a millisecond. */
const most = 500;

/** Whether a value holds more values than are written at a stretch; looks at no more of them. */
export function isLarge(value: unknown): boolean {
  return typeof value === "object" && value !== null && valuesWithin(value, 0) > most;
}

/** How many there are, with those found before; the rest is not looked at once there are too many. */
function valuesWithin(value: object, before: number): number {
  if (Array.isArray(value)) return valuesOfList(value, before);
  let found = before;
  // Every answer comes here, and Object.values() would make a list for each of its objects.
  for (const name in value) {
    const member = (value as Readonly<Record<string, unknown>>)[name];
    found += 1;
    if (typeof member === "object" && member !== null) found = valuesWithin(member, found);
    if (found > most) return found;
  }
  return found;
}

function valuesOfList(list: readonly unknown[], before: number): number {
  let found = before + list.length;
  for (const element of list) {
    if (found > most) return found;
    if (typeof element === "object" && element !== null) found = valuesWithin(element, found);
  }
  return found;
}
