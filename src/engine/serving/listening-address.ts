/** Where a server is reached. With port 0, the address is unknown until the server listens. */
import type { AddressInfo, Server } from "node:net";
import type { Settings } from "../config/config.js";

export class ListeningAddress {
  private server: Server | undefined;

  constructor(
    private readonly settings: Pick<Settings, "host" | "port" | "baseUrl">,
    private readonly scheme: "http" | "https",
  ) {}

  /** Takes the port from this server as soon as it listens. */
  isOf(server: Server): void {
    this.server = server;
  }

  /** Where this process listens, for example `http://127.0.0.1:8080`. */
  get local(): string {
    const { host, port } = this.settings;
    const address = this.server?.address() as AddressInfo | null | undefined;
    // 0.0.0.0 and :: mean every address of the machine, but a link needs a specific one.
    const name = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
    return `${this.scheme}://${name.includes(":") ? `[${name}]` : name}:${address?.port ?? port}`;
  }

  /** BASE_URL, or the listening address. */
  readonly base = (): string => this.settings.baseUrl ?? this.local;
}
