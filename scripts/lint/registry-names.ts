/**
 * Checks that nothing tells people or machines to fetch the program from a registry: nobody owns the name `store-api` there, so
 * whoever registers it would run code on the machines of testers. `--no-install` runs only what is installed.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { trackedFiles } from "./shipped.js";

export function registryProblems(root: string): string[] {
  return trackedFiles(root)
    .filter((path) => !/\.(gz|png|jpe?g|gif|ico)$/.test(path))
    .flatMap((path) =>
      fetchingCommands(readFileSync(join(root, path), "utf8")).map(
        (command) => `${path}: "${command}" asks a registry; write npx --no-install store-api`,
      ),
    );
}

/** The program that runs packages, its flags with their values, and the package. */
const command =
  /\b(?:npx|bunx|npm (?:exec|x)|(?:pnpm|yarn) dlx)((?: -[\w-]+(?:[= ](?!store-)[\w@./^-]+)?| --)*)[ =](?:store-api|(?<!@)store-management-api)(?![\w/-])/g;

/** The commands in a text that fetch one of our packages. Lists of arguments in JSON and in code count, too. */
export function fetchingCommands(text: string): string[] {
  const line = text.replace(/"args"\s*:/g, " ").replace(/[\s"',[\]()]+/g, " ");
  return [...line.matchAll(command)]
    .filter(([, flags = ""]) => !flags.includes(" --no-install"))
    .map(([found]) => found);
}
