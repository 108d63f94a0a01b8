/** Completion scripts, from the commands themselves. */
import type { Command } from "commander";
import { CommandError } from "./connection.js";

export function completionText(shell: string, program: Command): string {
  if (shell === "bash") return bash(program);
  if (shell === "zsh")
    return `#compdef store-api\nautoload -U +X bashcompinit && bashcompinit\n${bash(program)}`;
  throw new CommandError(2, `there is a completion for bash and for zsh, not for ${shell}`);
}

function bash(program: Command): string {
  const names = program.commands.map((command) => command.name());
  const cases = program.commands.map((command) => {
    const flags = command.options.map(({ long }) => long).filter((flag) => flag != null);
    return `    ${command.name()}) words="${[...flags, "--help"].join(" ")}" ;;`;
  });
  return `_store_api() {
  local words="${names.join(" ")} --help --version"
  local current="\${COMP_WORDS[COMP_CWORD]}"
  if [ "$COMP_CWORD" -gt 1 ]; then
    case "\${COMP_WORDS[1]}" in
${cases.map((line) => `  ${line}`).join("\n")}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  if [ "\${#COMPREPLY[@]}" -eq 0 ]; then COMPREPLY=($(compgen -f -- "$current")); fi
}
complete -F _store_api store-api
`;
}
