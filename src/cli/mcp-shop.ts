/** The shop that an agent uses: a server that runs already, or one of its own. */
import { Connection } from "./connection.js";
import { withServer } from "./exec.js";

export class ShopOfAgent {
  private stopOwn: (() => Promise<void>) | undefined;

  /** @param server the one that the agent uses until it starts its own */
  constructor(public server: Connection) {}

  /** Starts a server in memory, in place of the one that was started before. It has the settings of a fresh machine. */
  async start(dataset: string | undefined): Promise<Connection> {
    await this.stop();
    const settings = ["--storage", "memory:", "--no-env-file"];
    if (dataset !== undefined) settings.push("--dataset", dataset);
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
      const ended = withServer(settings, env, untilStopped, true);
      ended.catch(reject);
    });
  }

  async stop(): Promise<void> {
    await this.stopOwn?.();
    this.stopOwn = undefined;
  }
}
