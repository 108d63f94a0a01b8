/** Commands that read foreign servers and files end with one sentence, whatever these contain. */
import { CommandError } from "./connection.js";

/** @param source the server or the file */
export function unforeseen(error: unknown, source: string): CommandError {
  if (error instanceof CommandError) return error;
  const { name, message, code } = error as NodeJS.ErrnoException;
  // The system explains its errors, such as a full disk.
  if (code !== undefined) return new CommandError(1, message);
  const [first = ""] = message.split("\n");
  return new CommandError(3, `${source} sent something that cannot be handled (${name}: ${first})`);
}
