/** Common parts of the commands of `npm run …`: `--help` with examples, and one line and exit code 2 for a usage error. */
import { Command, InvalidArgumentError, Option } from "commander";

/** A command without arguments and options, which the caller adds; `parse()` reads those of the process. */
export function script(name: string, summary: string, examples: readonly string[] = []): Command {
  const lines = examples.map((one) => `  npm run ${name}${one === "" ? "" : ` -- ${one}`}\n`);
  return (
    new Command(`npm run ${name} --`)
      // Commander wraps paragraphs to the width of the terminal.
      .description(summary.replace(/(\S)\n(?=\S)/g, "$1 "))
      .helpOption("--help", "print this")
      .allowExcessArguments(false)
      .showHelpAfterError("(add --help for how it is used)")
      .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
      .addHelpText("after", lines.length === 0 ? "" : `\nExamples:\n${lines.join("")}`)
  );
}

/** `--seed`; default: a random seed below `bound`. */
export function seedOption(bound: number): Option {
  return new Option("--seed <n>", "repeat an earlier run with this seed")
    .argParser(count)
    .default(Math.floor(Math.random() * bound), "random");
}

/** For options that are counts. */
export function count(text: string): number {
  if (!/^\d{1,12}$/.test(text)) throw new InvalidArgumentError("It must be a whole number.");
  return Number(text);
}

/** For options that are amounts. */
export function amount(text: string): number {
  if (!/^\d{1,12}(\.\d+)?$/.test(text)) throw new InvalidArgumentError("It must be a number.");
  return Number(text);
}

/** For options that are addresses of services. */
export function webAddress(text: string): string {
  if (!/^https?:/.test(text) || !URL.canParse(text))
    throw new InvalidArgumentError("It must be an address such as https://shop.example.");
  return text;
}
