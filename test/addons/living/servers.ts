/** What the tests of living shops start: servers, recorders and commands. */
import { readFileSync } from "node:fs";
import type { Server as HttpServer } from "node:http";
import { connect, type AddressInfo, type Server } from "node:net";
import { Recorder, type RecorderOptions } from "../../../src/addons/living/record/recorder.js";
import type { ExchangeLine } from "../../../src/addons/living/recording/exchange-line.js";
import { runCommand } from "../../../src/cli/program.js";
import { shopContract } from "../../../src/shop/contract.js";

export interface Listening {
  /** `http://127.0.0.1:1234` */
  readonly url: string;
  readonly port: number;
  close(): void;
}

export async function listening(server: Server | HttpServer): Promise<Listening> {
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    close: () => {
      server.close();
      if ("closeAllConnections" in server) server.closeAllConnections();
    },
  };
}

/** A recorder of its own port, that appends to `out` and warns nobody, unless the options differ. */
export function startRecorder(
  options: Partial<RecorderOptions> & Pick<RecorderOptions, "target" | "out">,
): Promise<Recorder> {
  return Recorder.start({
    ...{ contract: shopContract, overwrite: false, host: "127.0.0.1", port: 0 },
    ...{ redact: [], rewritesWsdl: false, warn: () => {} },
    ...options,
  });
}

export function linesOf(recording: string): ExchangeLine[] {
  const lines = readFileSync(recording, "utf8").split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line) as ExchangeLine);
}

/** All bytes that come back until the connection is closed, which happens after `most` of them at the latest. */
export function raw(url: string, sent: string, most = Infinity): Promise<Buffer> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    const chunks: Buffer[] = [];
    let length = 0;
    socket.on("data", (chunk) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length > most) socket.destroy();
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(Buffer.concat(chunks)));
    socket.write(sent, "latin1");
  });
}

export async function running(
  argv: readonly string[],
): Promise<{ readonly code: number; readonly text: string; readonly error: string }> {
  let [text, error] = ["", ""];
  const code = await runCommand(argv, {
    write: (more: string) => void (text += more),
    fail: (more: string) => void (error += more),
  });
  return { code, text, error };
}
