/** Reads the body of a state: decompresses it and limits its size. */
import type { IncomingMessage } from "node:http";
import type { Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";

/** The body cannot be read. The message is a sentence for the caller. */
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

  /**
   * Undefined if the content coding is not supported.
   * @param maxBytes limit for the decompressed body
   */
  static of(
    request: IncomingMessage,
    maxBytes: number,
    tooLong = `The body is longer than ${maxBytes} bytes (STORE_API_STATE_MAX_BYTES).`,
  ): StateBody | undefined {
    const coding = (request.headers["content-encoding"] ?? "identity").toLowerCase();
    const inflate = Object.hasOwn(inflaters, coding) ? inflaters[coding] : undefined;
    return inflate && new StateBody(request, inflate, maxBytes, tooLong);
  }

  /** The decompressed body. If the caller stops reading, the rest is read and dropped. Throws a `StateBodyError`. */
  async *chunks(): AsyncGenerator<Buffer> {
    const { request, maxBytes, tooLong } = this;
    if (Number(request.headers["content-length"] ?? 0) > maxBytes) throw new StateBodyError(413, tooLong);
    const inflater = this.inflate();
    // An error of the request must end the decompression as well.
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
      const message = request.destroyed
        ? "The body broke off."
        : "The body does not match its Content-Encoding.";
      throw new StateBodyError(400, message, { cause: error });
    } finally {
      request.unpipe();
      // The rest of the body would block the next request of the connection.
      request.resume();
    }
  }
}
