/** The programs that run the clients of other languages, if they are installed. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const clients = fileURLToPath(new URL("../../../generated/clients", import.meta.url));

/** The first of these commands that works with these arguments. */
export function working(commands: readonly string[], ...args: string[]): string | undefined {
  return commands.find((command) => spawnSync(command, args, { stdio: "ignore" }).status === 0);
}

const pythons = ["python3", "/usr/bin/python3"];

export const python = working(pythons, "-c", "import sys; sys.exit(sys.version_info < (3, 11))");

/** A Python in which this works. @returns its path, since pyright accepts no name of a command */
export function pythonThat(program: string): string | undefined {
  const printed = pythons.map((command) =>
    spawnSync(command, ["-c", `${program}; import sys; print(sys.executable)`], { encoding: "utf8" }),
  );
  return printed.find(({ status }) => status === 0)?.stdout.trim();
}

/** A Python with these modules. */
export const pythonWith = (...modules: string[]) => pythonThat(`import ${modules.join(", ")}`);

export const php = working(
  ["php"],
  "-r",
  "exit(PHP_VERSION_ID >= 80100 && extension_loaded('curl') ? 0 : 1);",
);

/** The code of the section on proxies in a README. */
export function readmeProxies(language: "python" | "php"): string {
  const text = readFileSync(`${clients}/${language}/README.md`, "utf8");
  const [, code = ""] = /^## Proxies[^]*?```(?:python|php)\n([^]*?)```/m.exec(text) ?? [];
  return code;
}
