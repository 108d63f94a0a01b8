/** `mcp`: offers the shop to coding agents by the Model Context Protocol on standard input and output. */
import { once } from "node:events";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Command } from "commander";
import { packageVersion } from "../../engine/config/package.js";
import { CommandError } from "../../cli/connection.js";
import { callTool, toolList, type ToolAnswer } from "./mcp-tools.js";
import { AgentShop } from "./mcp-shop.js";
import type { CommandTools } from "../../cli/command-tools.js";

const sdkName = "@modelcontextprotocol/sdk";

export function addCommands({ command, use }: CommandTools): void {
  command(
    "mcp",
    `Let a coding agent use the shop: an MCP server on standard input and output. Needs ${sdkName}.`,
    ["mcp", "mcp --url http://127.0.0.1:8080 --sandbox agent"],
  )
    .option("--allow-handlers", "let datasets that the agent names run handlers (JavaScript) of chapters")
    .action(async ({ allowHandlers = false }: { readonly allowHandlers?: boolean }, self: Command) => {
      const sdk = loadSdk();
      const shop = new AgentShop(use(self).server, allowHandlers);
      const server = new sdk.Server(
        { name: "store-api", version: packageVersion() },
        { capabilities: { tools: {} } },
      );
      server.setRequestHandler(sdk.ListToolsRequestSchema, () => ({ tools: toolList }));
      server.setRequestHandler(sdk.CallToolRequestSchema, ({ params }) =>
        callTool(shop, params.name, params.arguments ?? {}),
      );
      const ended = once(process.stdin, "end");
      await server.connect(new sdk.StdioServerTransport());
      await ended;
      await server.close();
      await shop.stop();
    });
}

/** The part of the SDK that is used here. The SDK is not a dependency (docs/builders/dependencies.md), so its types are missing. */
interface Sdk {
  readonly Server: new (info: object, options: object) => McpServer;
  readonly StdioServerTransport: new () => object;
  readonly ListToolsRequestSchema: object;
  readonly CallToolRequestSchema: object;
}

interface McpServer {
  setRequestHandler(schema: object, handler: (request: ToolRequest) => object | Promise<ToolAnswer>): void;
  connect(transport: object): Promise<void>;
  close(): Promise<void>;
}

interface ToolRequest {
  readonly params: { readonly name: string; readonly arguments?: Readonly<Record<string, unknown>> };
}

/** Loads the SDK from this package's surroundings or from the project in the working folder. */
function loadSdk(): Sdk {
  for (const place of [import.meta.url, join(process.cwd(), "package.json")]) {
    const load = createRequire(place);
    try {
      load.resolve(`${sdkName}/types.js`);
    } catch {
      continue;
    }
    const part = (name: string) => load(`${sdkName}/${name}.js`) as object;
    return { ...part("server/index"), ...part("server/stdio"), ...part("types") } as Sdk;
  }
  throw new CommandError(
    2,
    `mcp needs the package ${sdkName}: npm install ${sdkName}, in this folder or next to store-management-api`,
  );
}
