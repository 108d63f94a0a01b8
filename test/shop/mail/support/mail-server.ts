/** A real SMTP server on a free port, which stores accepted messages and can simulate failures. */
import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { expect } from "vitest";

export interface TakenMessage {
  readonly from: string;
  /** The envelope: who it was delivered to. */
  readonly to: readonly string[];
  readonly raw: string;
}

export interface MailServerOptions {
  /** Called with each complete message; an error that it throws is the reply. */
  readonly judge?: (message: TakenMessage) => void | Promise<void>;
  readonly options?: SMTPServerOptions;
  readonly port?: number;
}

/** A reply of the server other than 250. */
export class Reply extends Error {
  constructor(
    readonly responseCode: number,
    text = "no",
  ) {
    super(text);
  }
}

export class MailServer {
  private constructor(
    private readonly server: SMTPServer,
    readonly taken: TakenMessage[],
  ) {}

  static async start({ judge, options, port = 0 }: MailServerOptions = {}): Promise<MailServer> {
    const taken: TakenMessage[] = [];
    const server = new SMTPServer({
      authOptional: true,
      logger: false,
      closeTimeout: 100,
      onData(stream, session, callback) {
        const chunks: Buffer[] = [];
        stream.on("data", (chunk: Buffer) => chunks.push(chunk));
        stream.on("end", () => {
          const { mailFrom, rcptTo } = session.envelope;
          const message = {
            from: mailFrom === false ? "" : mailFrom.address,
            to: rcptTo.map(({ address }) => address),
            raw: Buffer.concat(chunks).toString("utf8"),
          };
          void (async () => {
            await judge?.(message);
            taken.push(message);
          })().then(() => callback(), callback);
        });
      },
      ...options,
    });
    server.on("error", () => {});
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    return new MailServer(server, taken);
  }

  get port(): number {
    return (this.server.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  /** Resolves with the messages once there are this many. */
  async wait(count: number): Promise<readonly TakenMessage[]> {
    await expect.poll(() => this.taken.length).toBeGreaterThanOrEqual(count);
    return this.taken;
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.server.close(resolve));
  }
}

/** The header lines of a message, folded ones joined. */
export function headersOf(raw: string): string[] {
  const head = raw.slice(0, raw.indexOf("\r\n\r\n"));
  return head.replace(/\r\n[ \t]+/g, " ").split("\r\n");
}

export function header(raw: string, name: string): string | undefined {
  const line = headersOf(raw).find((one) => one.toLowerCase().startsWith(`${name.toLowerCase()}:`));
  return line?.slice(name.length + 1).trim();
}

/** The decoded part of a type, for example "text/plain". */
export function part(raw: string, type: string): string {
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1] ?? "";
  const found = raw.split(`--${boundary}`).find((one) => one.includes(`Content-Type: ${type}`)) ?? "";
  const [head = "", ...rest] = found.split("\r\n\r\n");
  const body = rest.join("\r\n\r\n");
  if (/base64/i.test(head)) return Buffer.from(body, "base64").toString("utf8");
  if (!/quoted-printable/i.test(head)) return body;
  const bytes = body
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_match, code: string) => String.fromCharCode(parseInt(code, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}
