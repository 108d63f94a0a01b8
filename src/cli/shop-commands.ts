/** `order`, `mail`, `users`, `call` and `open`. */
import type { Command } from "commander";
import { CommandError, segment } from "./connection.js";
import { print, printRows } from "./output.js";
import type { CommandTools } from "./command-tools.js";
import { readTextFile } from "./dataset-files.js";
import { json } from "./option-values.js";
import { spawn } from "node:child_process";

export function addShopCommands(tools: CommandTools): void {
  addOrder(tools);
  addMail(tools);
  addUsers(tools);
  addCall(tools);
}

function addOrder({ command, use }: CommandTools): void {
  command("order", "Place an order, like the checkout of a shop.", [
    `order '{"customer_id":1,"items":[{"sku":"mug-01","qty":2}]}'`,
    "order ./order.json",
  ])
    .argument("<order>", "JSON, or a file with JSON; - is standard input")
    .action(async (order: string, _options: object, self: Command) => {
      const { server, output } = use(self);
      const text = order.trimStart().startsWith("{") ? order : await readTextFile(order);
      const placed = (await server.control("POST", "/orders", json("the order")(text))) as {
        increment_id: string;
      };
      print(output, placed, `Order ${placed.increment_id} was placed.`);
    });
}

function addMail({ command, use }: CommandTools): void {
  command("mail", "List the messages of the shop, or delete them.", [
    "mail",
    "mail --order 100000007 --json",
    "mail --clear",
  ])
    .option("--to <address>", "only to this address")
    .option("--order <number>", "only about this order")
    .option("--clear", "remove all messages")
    .action(
      async (
        { to = "", order = "", clear }: { to?: string; order?: string; clear?: true },
        self: Command,
      ) => {
        const { server, output } = use(self);
        if (clear) {
          await server.control("DELETE", "/mail");
          return print(output, { cleared: true }, "The outbox is empty.");
        }
        const query = new URLSearchParams({ ...(to && { to }), ...(order && { order }) });
        const messages = (await server.control("GET", `/mail?${query.toString()}`)) as object[];
        await printRows(
          output,
          messages,
          ["id", "created_at", "to", "template", "subject", "delivered_at"],
          order
            ? `No mail about order ${order}. Orders send it with notify; those of the sample shop have none.`
            : "No mail.",
        );
      },
    );
}

function addUsers({ command, use }: CommandTools): void {
  command("users", "List, create, change or delete API users.", [
    "users",
    "users reader --key reader123 --roles catalog/product/info,customer/info",
    "users reader --delete",
  ])
    .argument("[username]", "the user to create or change")
    .option("--key <key>", "its key; needed for a new user")
    .option("--roles <nodes>", "granted access nodes, separated by commas; an empty text grants none")
    .option("--inactive", "the user cannot log in")
    .option("--delete", "delete the user")
    .action(async (username: string | undefined, options: UserOptions, self: Command) => {
      const { server, output } = use(self);
      if (username === undefined) {
        const all = (await server.control("GET", "/users")) as object[];
        return printRows(output, all, ["username", "roles", "is_active"]);
      }
      if (options.delete) {
        await server.control("DELETE", `/users/${segment(username)}`);
        return print(output, { deleted: username }, `The user ${username} was deleted.`);
      }
      const user = await server.control("POST", "/users", {
        username,
        api_key: options.key,
        roles: options.roles?.split(",").filter(Boolean),
        is_active: options.inactive ? false : undefined,
      });
      print(output, user, `The user ${username} was saved.`);
    });
}

interface UserOptions {
  readonly key?: string;
  readonly roles?: string;
  readonly inactive?: true;
  readonly delete?: true;
}

function addCall({ command, use }: CommandTools): void {
  command("call", "Call an operation and print its result.", [
    "call catalog_product.info '{\"productId\":1}'",
    "call sales_order.hold '[\"100000001\"]'",
    "call catalog_product.list --user admin --key admin123",
  ])
    .argument("<operation>", "for example catalog_product.info")
    .argument(
      "[params]",
      "JSON: an object by name, a list in order, or one bare value",
      json("the parameters"),
    )
    .option("--user <name>", "log in as this API user; by default, the test control opens a session of admin")
    .option("--key <key>", "with this key")
    .action(async (operation: string, params: unknown, options: CallOptions, self: Command) => {
      const { server, output } = use(self);
      const args = params === undefined ? [] : [params];
      const session = await sessionFor(server, options);
      print(output, await server.rpc("call", [session, operation, ...args]));
    });
}

interface CallOptions {
  readonly user?: string;
  readonly key?: string;
}

async function sessionFor(
  server: ReturnType<CommandTools["use"]>["server"],
  { user, key }: CallOptions,
): Promise<string> {
  if (key !== undefined) return (await server.rpc("login", [user ?? "admin", key])) as string;
  const opened = await server
    .control("POST", "/sessions", { username: user ?? "admin" })
    .catch((error: unknown) => {
      if (!(error instanceof CommandError) || error.exitCode !== 1) throw error;
      throw new CommandError(
        1,
        `${error.message}\nthe test control cannot open a session: log in with --user and --key`,
      );
    });
  return (opened as { session: string }).session;
}

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
