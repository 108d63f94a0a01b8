/** Generates completion scripts from the commands. */
import type { Command } from "commander";
import { flagOf } from "../engine/config/names.js";
import { settingNames } from "../shop/settings.js";
import { CommandError } from "./connection.js";

export async function completionText(shell: string, program: Command): Promise<string> {
  // Loading the contract takes time, and other commands do not need it.
  const { shopContract } = await import("../shop/contract.js");
  const script = bash(program, Object.keys(shopContract.tables.operations));
  if (shell === "bash") return script;
  if (shell === "zsh") return `#compdef store-api\nautoload -U +X bashcompinit && bashcompinit\n${script}`;
  throw new CommandError(2, `there is a completion for bash and for zsh, not for ${shell}`);
}

/** Commands whose first argument names an operation. */
const withOperations = ["call", "fault", "verify"];

function bash(program: Command, operations: readonly string[]): string {
  const names = program.commands.map((command) => command.name());
  const settings = settingNames.map((name) => `--${flagOf(name)}`);
  const cases = program.commands.map((command) => {
    const flags = command.options.map(({ long }) => long).filter((flag) => flag != null);
    // exec starts a server, so it accepts the settings.
    const words = [...flags, ...(command.name() === "exec" ? settings : []), "--help"];
    return `    ${command.name()}) words="${words.join(" ")}" ;;`;
  });
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
      ${[...withOperations, "--operation"].join("|")}) words="$operations $words" ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  if [ "\${#COMPREPLY[@]}" -eq 0 ]; then COMPREPLY=($(compgen -f -- "$current")); fi
}
complete -F _store_api store-api
`;
}
