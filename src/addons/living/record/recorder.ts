/** `store-api record`: runs the proxy and writes a line for each exchange. */
import type { Contract } from "../../../engine/contract/contract.js";
import type { LivingDoor } from "../doors/addresses.js";
import { Masking } from "../recording/masking.js";
import type { ExchangeLine } from "../recording/exchange-line.js";
import type { Captured } from "./captured.js";
import { Describer } from "./describe.js";
import { Proxy } from "./proxy.js";
import { RecordingFile } from "./recording-file.js";

export interface RecorderOptions {
  readonly contract: Contract;
  /** The base address of the shop. */
  readonly target: string;
  readonly out: string;
  readonly overwrite: boolean;
  readonly host: string;
  readonly port: number;
  /** Only exchanges of this door are written. */
  readonly door?: LivingDoor | undefined;
  readonly redact: readonly string[];
  readonly rewritesWsdl: boolean;
  /** The `Host` header that the target gets; undefined = its own. */
  readonly sentHost?: string | undefined;
  /** The certificate and the key of the recorder, in PEM; undefined = it serves HTTP. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  /** OAuth tokens that belong to customers. */
  readonly customerTokens?: readonly string[] | undefined;
  /** Milliseconds for the head of a request; default 60,000. */
  readonly headTimeout_ms?: number | undefined;
  /** Shows a warning to the user while the recording runs. */
  readonly warn: (text: string) => void;
  readonly onCount?: (counts: Readonly<ExchangeCounts>) => void;
}

export interface ExchangeCounts {
  exchanges: number;
  faults: number;
  /** Error pages, redirects and incomplete answers. */
  others: number;
  /** Exchanges with an operation. */
  calls: number;
  /** Requests that the proxy could not forward: no HTTP, `CONNECT`, a head that is too long or not finished. */
  refused: number;
  /** Exchanges whose request or answer was forwarded but not written, by the reason. */
  readonly unread: Record<string, number>;
}

export class Recorder {
  readonly counts: ExchangeCounts = { exchanges: 0, faults: 0, others: 0, calls: 0, refused: 0, unread: {} };
  private isWarned = false;

  private constructor(
    readonly url: string,
    private readonly proxy: Proxy,
    readonly file: RecordingFile,
  ) {}

  /** Rejects if the file cannot be written or the port is in use. */
  static async start(options: RecorderOptions): Promise<Recorder> {
    const { contract, target, host, port, door, rewritesWsdl, warn } = options;
    const file = await RecordingFile.open(options.out, options.overwrite);
    if (file.cut > 0) warn(`${options.out} ended with half a line, which was cut off`);
    const describer = new Describer(contract, new Masking(options.redact), options.customerTokens);
    let recorder: Recorder | undefined;
    let isWsdlWarned = false;
    const proxy = new Proxy({
      target,
      host,
      port,
      rewritesWsdl,
      sentHost: options.sentHost,
      tls: options.tls,
      headTimeout_ms: options.headTimeout_ms,
      onExchange: (captured) => recorder?.write(captured, describer, options),
      onRefused: (why) => {
        if (!recorder) return;
        if (recorder.counts.refused === 0)
          warn(`a request was refused, because it is no HTTP that can be forwarded (${why})`);
        recorder.counts.refused += 1;
      },
      onWsdl: () => {
        if (!isWsdlWarned)
          warn(
            `a client has fetched a WSDL, which names ${target}: its calls may go past this proxy; see --rewrite-wsdl`,
          );
        isWsdlWarned = true;
      },
    });
    try {
      const url = await proxy.listen();
      recorder = new Recorder(url, proxy, file);
      if (door !== undefined) recorder.only = door;
      return recorder;
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** Clients sign for the address that they use, and the shop checks its own scheme and the `Host` that it gets. */
  private warnOfSignature(
    { request, answer }: Captured,
    line: ExchangeLine,
    { warn, target, tls }: RecorderOptions,
  ): void {
    if (this.isSignatureWarned || line.door !== "rest" || answer?.status !== 401) return;
    if (!answer.body.bytes.includes("signature_invalid")) return;
    this.isSignatureWarned = true;
    const { host = "" } = request.headers;
    const isOtherScheme = target.startsWith("https:") && !tls;
    const scheme = isOtherScheme ? ", --tls-cert and --tls-key (the shop checks that https was signed)" : "";
    warn(
      `the shop refuses the signature of a request for ${host}: record with --rewrite-host ${host}${scheme}, or let the ` +
        "client sign for the address of the shop",
    );
  }

  private isSignatureWarned = false;
  private only: LivingDoor | undefined;

  /** Aborts open exchanges, writes their lines and closes the file. */
  async stop(): Promise<void> {
    await this.proxy.close();
    await this.file.close();
  }

  private write(captured: Captured, describer: Describer, options: RecorderOptions): void {
    const { warn, onCount, out } = options;
    const line = describer.line(captured);
    if (this.only !== undefined && line.door !== this.only) return;
    this.counts.exchanges += 1;
    if (line.operation !== null) this.counts.calls += 1;
    if (line.outcome === "fault") this.counts.faults += 1;
    if (line.outcome === "http" || line.outcome === "broken") this.counts.others += 1;
    this.warnOfSignature(captured, line, options);
    const unread = line.request?.unreadable ?? line.answer?.unreadable;
    if (unread !== undefined) this.counts.unread[unread] = (this.counts.unread[unread] ?? 0) + 1;
    this.file.add(line);
    onCount?.(this.counts);
    if (this.file.problem === undefined || this.isWarned) return;
    this.isWarned = true;
    warn(`${out} cannot be written (${this.file.problem}); requests are still forwarded`);
  }
}
