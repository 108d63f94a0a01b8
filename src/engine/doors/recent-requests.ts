/**
 * A cache of parsed requests by their bytes. It contains requests whose results are kept, because they are often
 * repeated.
 */
import { BoundedCache } from "../values/bounded-cache.js";

/** Maximum length of a request in bytes. A longer one is parsed each time. */
const maxLength = 4 * 1024;

/** Maximum number of bytes of all requests. The parsed requests take up to thirty times as much memory. */
const maxBytes = 512 * 1024;

interface Recent<Request> {
  readonly charset: string | undefined;
  readonly request: Request;
}

export class RecentRequests<Request> {
  private readonly byBody = new BoundedCache<string, Recent<Request>>(maxBytes);

  /** @param charset the charset in `Content-Type` */
  find(body: Buffer, charset: string | undefined): Request | undefined {
    if (body.length > maxLength) return undefined;
    const recent = this.byBody.get(body.toString("latin1"));
    return recent?.charset === charset ? recent?.request : undefined;
  }

  /** @param request must not be changed afterwards */
  note(body: Buffer, charset: string | undefined, request: Request): void {
    if (body.length > maxLength) return;
    this.byBody.set(body.toString("latin1"), { charset, request }, body.length);
  }
}
