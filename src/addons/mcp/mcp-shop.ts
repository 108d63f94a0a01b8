/** The shop that an agent uses: an existing server, or one that the agent has started. */
import { Connection } from "../../cli/connection.js";
import { withServer } from "../../cli/exec.js";

export class AgentShop {
  private stopOwn: (() => Promise<void>) | undefined;

  /**
   * @param server which the agent uses until it starts its own
   * @param allowHandlers whether datasets of the agent may run code (ALLOW_HANDLERS)
   */
  constructor(
    public server: Connection,
    private readonly allowHandlers: boolean,
  ) {}

  /** Starts a server in memory with default settings and stops the one started before. */
  async start(dataset: string | undefined): Promise<Connection> {
    await this.stop();
    const settings = ["--storage", "memory:", "--no-env-file"];
    if (dataset !== undefined) settings.push(`--dataset=${dataset}`);
    if (this.allowHandlers) settings.push("--allow-handlers=on");
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^STORE_API_/.test(name)));
    return new Promise((resolve, reject) => {
      const untilStopped = (url: string) =>
        new Promise<void>((end) => {
          this.server = new Connection({ url }, {});
          this.stopOwn = () => {
            end();
            return ended;
          };
          resolve(this.server);
        });
      const ended = withServer(settings, env, untilStopped, { isQuiet: true });
      ended.catch(reject);
    });
  }

  async stop(): Promise<void> {
    await this.stopOwn?.();
    this.stopOwn = undefined;
  }
}
