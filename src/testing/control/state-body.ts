/** The body of a state on its way in: inflated where it comes compressed, and bounded. */
import type { IncomingMessage } from "node:http";
import type { Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";

/** Why the body cannot be read, as a sentence. */
export class StateBodyError extends Error {
  override name = "StateBodyError";
  constructor(
    readonly status: 400 | 413,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

const inflaters: Readonly<Record<string, () => Transform | undefined>> = {
  identity: () => undefined,
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

export class StateBody {
  private constructor(
    private readonly request: IncomingMessage,
    private readonly inflate: () => Transform | undefined,
    private readonly maxBytes: number,
    private readonly tooLong: string,
  ) {}

  /** Undefined when it is compressed in a way that is not known here. */
  static of(
    request: IncomingMessage,
    maxBytes: number,
    tooLong = `The body is longer than ${maxBytes} bytes (STORE_API_STATE_MAX_BYTES).`,
  ): StateBody | undefined {
    const coding = (request.headers["content-encoding"] ?? "identity").toLowerCase();
    const inflate = Object.hasOwn(inflaters, coding) ? inflaters[coding] : undefined;
    return inflate && new StateBody(request, inflate, maxBytes, tooLong);
  }

  /** Whoever stops in the middle can still answer: the rest is read and dropped. Throws StateBodyError. */
  async *chunks(): AsyncGenerator<Buffer> {
    const { request, maxBytes, tooLong } = this;
    if (Number(request.headers["content-length"] ?? 0) > maxBytes) throw new StateBodyError(413, tooLong);
    const inflater = this.inflate();
    // What breaks the request breaks what reads from it.
    request.once("error", (error) => inflater?.destroy(error));
    let size = 0;
    try {
      for await (const chunk of inflater
        ? request.pipe(inflater)
        : request.iterator({ destroyOnReturn: false })) {
        const bytes = chunk as Buffer;
        size += bytes.length;
        if (size > maxBytes) throw new StateBodyError(413, tooLong);
        yield bytes;
      }
    } catch (error) {
      if (error instanceof StateBodyError) throw error;
      const message = request.destroyed ? "The body broke off." : "The body is not encoded as it says.";
      throw new StateBodyError(400, message, { cause: error });
    } finally {
      request.unpipe();
      // Otherwise the next request of the connection would wait behind it.
      request.resume();
    }
  }
}
