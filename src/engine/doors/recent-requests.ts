/** Requests that were read lately: those whose results are kept are likely to come again, byte by byte. */
import { LruCache } from "../values/lru-cache.js";

/** Bytes of one request; a longer one is read each time. */
const maxLength = 4 * 1024;

/** Bytes of all requests of a form. What they were read as takes up to thirty times as many. */
const maxBytes = 256 * 1024;

interface Recent<Request> {
  readonly charset: string | undefined;
  readonly request: Request;
}

export class RecentRequests<Request> {
  private readonly byBody = new LruCache<string, Recent<Request>>(maxBytes, (body) => body.length);

  /** @param charset that the header names */
  find(body: Buffer, charset: string | undefined): Request | undefined {
    if (body.length > maxLength) return undefined;
    const recent = this.byBody.get(body.toString("latin1"));
    return recent?.charset === charset ? recent?.request : undefined;
  }

  /** @param request which nobody may change */
  note(body: Buffer, charset: string | undefined, request: Request): void {
    if (body.length <= maxLength) this.byBody.set(body.toString("latin1"), { charset, request });
  }
}
