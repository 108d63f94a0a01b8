/** Messages of schema validators in the words of the other messages. */

/** What a schema says, in the words of the other messages. */
export function plainWords(message: string): string {
  return message
    .replace(/^must NOT have more than (\d+) (characters|items|properties)$/, "must have at most $1 $2")
    .replace(/^must NOT have fewer than (\d+) (characters|items|properties)$/, "must have at least $1 $2")
    .replace(/^must be integer$/, "must be a whole number")
    .replace(/^must be >= /, "must be at least ")
    .replace(/^must be <= /, "must be at most ")
    .replace(/^must be equal to one of the allowed values: /, "must be one of ");
}
