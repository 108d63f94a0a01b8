/** `open`: opens the start page in a browser. */
import { spawn } from "node:child_process";
import type { Command } from "commander";
import { print } from "./output.js";
import type { CommandTools } from "./command-tools.js";

export function addOpen({ command, use }: CommandTools): void {
  command("open", "Open the start page of the server in a browser.", [
    "open",
    "open --sandbox worker-1",
  ]).action(async (_options: object, self: Command) => {
    const { server, output } = use(self);
    const { sandbox } = self.opts<{ sandbox?: string }>();
    const url = `${server.url}${sandbox === undefined ? "" : `/sandbox/${sandbox}`}/`;
    await server.send("/health/live");
    launch(url);
    print(output, { url }, url);
  });
}

/** Starts the program in BROWSER or the system's default. Without a browser, only the address is printed. */
function launch(url: string): void {
  const usual = { darwin: "open", win32: "explorer" }[process.platform as string] ?? "xdg-open";
  const child = spawn(process.env.BROWSER || usual, [url], { stdio: "ignore", detached: true });
  child.on("error", () => {});
  child.unref();
}
