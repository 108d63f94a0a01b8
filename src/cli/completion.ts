/** Generates completion scripts from the commands. */
import type { Command } from "commander";
import { flagOf } from "../engine/config/names.js";
import { settingNames } from "../shop/settings.js";
import { CommandError } from "./connection.js";

export async function completionText(shell: string, program: Command): Promise<string> {
  // Loading the contract takes time, and other commands do not need it.
  const { shopContract } = await import("../shop/contract.js");
  const [operations, faults] = [Object.keys(shopContract.tables.operations), await faultNames()];
  const script = bash(program, operations, faults);
  if (shell === "bash") return script;
  if (shell === "zsh") return `#compdef store-api\nautoload -U +X bashcompinit && bashcompinit\n${script}`;
  if (shell === "fish") return fish(program, operations, faults);
  throw new CommandError(2, `there is a completion for bash, zsh and fish, not for ${shell}`);
}

/** Commands whose first argument names an operation. */
const withOperations = ["call", "fault", "verify"];

/** What `fault` takes in place of an operation. */
const ofRules = ["list", "delete", "clear"];

/** Commands whose first argument names what the server has; the command that lists it as JSON, and the member with the name. */
const withNames = {
  restore: ["snapshot --list", "name"],
  snapshot: ["snapshot --list", "name"],
  sandbox: ["sandbox --list", "name"],
} as const;

/** A shell command that prints the names, one per line; nothing if no server runs. The shell would expand other characters. */
function listing(list: string, member: string): string {
  return `store-api ${list} --json 2>/dev/null | sed -n 's/^ *"${member}": "\\([A-Za-z0-9_.-]*\\)",*$/\\1/p'`;
}

/** The faults that the contract declares. */
async function faultNames(): Promise<readonly string[]> {
  const { shopContract } = await import("../shop/contract.js");
  const { globalFaults } = await import("../../generated/convention.js");
  const own = Object.values(shopContract.tables.operations).flatMap(({ faults }) => faults);
  return [...new Set([...Object.keys(globalFaults), ...own])].sort();
}

function fish(program: Command, operations: readonly string[], faults: readonly string[]): string {
  const quote = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
  const valuesOf = (option: string) => {
    const values = option === "--fault" ? faults : option === "--operation" ? operations : [];
    return values.length === 0 ? "" : ` -x -a ${quote(values.join(" "))}`;
  };
  const of = (name: string) => `-n '__fish_seen_subcommand_from ${name}'`;
  const lines = program.commands.flatMap((command) => {
    const name = command.name();
    const [list, member] = Object.hasOwn(withNames, name) ? withNames[name as keyof typeof withNames] : [];
    return [
      `complete -c store-api -f -n __fish_use_subcommand -a ${name} -d ${quote(command.description())}`,
      ...command.options.flatMap(({ long, description }) =>
        long
          ? [
              `complete -c store-api ${of(name)} -l ${long.slice(2)}${valuesOf(long)} -d ${quote(description)}`,
            ]
          : [],
      ),
      ...(name === "fault" ? [`complete -c store-api -f ${of(name)} -a ${quote(ofRules.join(" "))}`] : []),
      ...(withOperations.includes(name)
        ? [`complete -c store-api -f ${of(name)} -a ${quote(operations.join(" "))}`]
        : []),
      ...(list && member
        ? [`complete -c store-api -f ${of(name)} -a ${quote(`(${listing(list, member)})`)}`]
        : []),
    ];
  });
  const settings = settingNames.map(
    (name) => `complete -c store-api -n __fish_use_subcommand -l ${flagOf(name)} -r`,
  );
  return `${[...lines, ...settings, `complete -c store-api -f ${of("fault")} -a ${quote(faults.join(" "))}`].join("\n")}\n`;
}

function bash(program: Command, operations: readonly string[], faults: readonly string[]): string {
  const names = program.commands.map((command) => command.name());
  const settings = settingNames.map((name) => `--${flagOf(name)}`);
  const cases = program.commands.map((command) => {
    const flags = command.options.map(({ long }) => long).filter((flag) => flag != null);
    // exec starts a server, so it accepts the settings.
    const words = [...flags, ...(command.name() === "exec" ? settings : []), "--help"];
    return `    ${command.name()}) words="${words.join(" ")}" ;;`;
  });
  const nameCases = Object.entries(withNames).map(
    ([name, [list, member]]) => `      ${name}) words="$(${listing(list, member)}) $words" ;;`,
  );
  return `_store_api() {
  local words="${[...names, ...settings].join(" ")} --no-env-file --help --version"
  local operations="${operations.join(" ")}"
  local current="\${COMP_WORDS[COMP_CWORD]}"
  local before="\${COMP_WORDS[COMP_CWORD-1]}"
  if [ "$COMP_CWORD" -gt 1 ]; then
    case "\${COMP_WORDS[1]}" in
${cases.map((line) => `  ${line}`).join("\n")}
    esac
    case "$before" in
      ${[...withOperations.filter((name) => name !== "fault"), "--operation"].join("|")}) words="$operations $words" ;;
      fault) words="$operations ${ofRules.join(" ")} $words" ;;
      --fault) words="${faults.join(" ")}" ;;
${nameCases.join("\n")}
      *) if [ "\${COMP_WORDS[1]}" = fault ] && [ "$COMP_CWORD" -eq 3 ]; then words="${faults.join(" ")} $words"; fi ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  if [ "\${#COMPREPLY[@]}" -eq 0 ]; then COMPREPLY=($(compgen -f -- "$current")); fi
}
complete -F _store_api store-api
`;
}
