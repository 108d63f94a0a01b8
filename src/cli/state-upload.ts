/** A large file on its way into a shop: what breaks off goes on where it stopped, by itself or with the next command. */
import { createHash } from "node:crypto";
import { open, realpath, type FileHandle } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { CommandError, refusalText, type Connection } from "./connection.js";
import { sizeText, type Progress } from "./progress.js";

/** For so long without any progress a server may be away. */
const patience_ms = 60_000;

/** False where the server keeps no parts: the state has to come in one piece. */
export async function uploadState(server: Connection, path: string, progress: Progress): Promise<boolean> {
  const file = await open(path);
  try {
    const upload = new Upload(server, file, path, progress);
    return await upload.run();
  } finally {
    progress.end();
    await file.close();
  }
}

interface Answer {
  readonly status: number;
  readonly text: string;
  /** Bytes that are there. */
  readonly received: number;
}

class Upload {
  private id = "";
  private total = 0;
  /** Bytes that the server has, as far as is known. */
  private received = 0;
  private movedAt = performance.now();

  constructor(
    private readonly server: Connection,
    private readonly file: FileHandle,
    private readonly path: string,
    private readonly progress: Progress,
  ) {}

  async run(): Promise<boolean> {
    const { size, mtimeMs } = await this.file.stat();
    this.total = size;
    this.id = await idOf(this.path, size, mtimeMs);
    for (;;) {
      const answer = await this.attempt().catch((error: unknown) => this.waitAfter(error));
      if (answer === undefined) continue;
      if (answer.status === 501) return false;
      if (answer.status >= 500 || answer.status === 409)
        await this.waitAfter(new CommandError(1, refusalText(answer.status, answer.text)));
      else if (answer.status !== 202) return this.end(answer);
    }
  }

  /** Asks what is there, and sends the rest. */
  private async attempt(): Promise<Answer> {
    const asked = await this.put(`bytes */${this.total}`);
    if (asked.status !== 202) return asked;
    this.note(asked.received);
    const from = this.received;
    return this.put(`bytes ${from}-${this.total - 1}/${this.total}`, this.bytesFrom(from));
  }

  private async *bytesFrom(from: number): AsyncGenerator<Uint8Array> {
    const buffer = () => Buffer.allocUnsafe(64 * 1024);
    for (let at = from; at < this.total;) {
      const { bytesRead, buffer: bytes } = await this.file.read(buffer(), 0, undefined, at);
      if (bytesRead === 0) throw new CommandError(2, `${this.path} became shorter while it was read`);
      yield bytes.subarray(0, Math.min(bytesRead, this.total - at));
      at += bytesRead;
      this.progress.show(
        () => `${this.path}: ${Math.floor((100 * at) / this.total)} % of ${sizeText(this.total)} sent`,
        { isDue: at === this.total },
      );
    }
    this.progress.show(() => `${this.path}: all sent, the shop checks and stores it`, { isDue: true });
  }

  private async put(range: string, chunks: AsyncIterable<Uint8Array> = nothing()): Promise<Answer> {
    const headers = { "Content-Type": "application/json", "Upload-Id": this.id, "Content-Range": range };
    const { status, headers: told, text } = await this.server.putState(headers, chunks);
    return { status, text, received: Number(told["upload-offset"]) };
  }

  private note(received: number): void {
    if (received > this.received) this.movedAt = performance.now();
    this.received = received;
  }

  /** Rethrows when it has lasted too long. */
  private async waitAfter(error: unknown): Promise<undefined> {
    if (
      performance.now() - this.movedAt > patience_ms ||
      !(error instanceof CommandError) ||
      error.exitCode === 2
    )
      throw this.explained(error);
    this.progress.show(() => `${this.path}: ${(error as Error).message.split(";")[0]}; trying again`, {
      isDue: true,
    });
    await pause(1000);
  }

  private explained(error: unknown): unknown {
    if (!(error instanceof CommandError) || this.received === 0) return error;
    const [sent, all] = [sizeText(this.received), sizeText(this.total)];
    return new CommandError(
      error.exitCode,
      `${error.message}\n${sent} of ${all} are there: the same command goes on from here`,
    );
  }

  private end({ status, text }: Answer): true {
    if (status === 204) return true;
    const problems = refusalText(status, text).split("\n");
    throw new CommandError(1, problems.map((one) => `${this.path}: ${one}`).join("\n"));
  }
}

/** The same for the same file as long as nobody writes to it. */
async function idOf(path: string, size: number, mtimeMs: number): Promise<string> {
  const text = JSON.stringify([await realpath(path), size, mtimeMs]);
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
