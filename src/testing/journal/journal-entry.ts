/** One call in the journal. What is large is kept as text outside of the heap (fast/text-store.ts). */
import type { OperationRow } from "../../../generated/tables.js";
import type { TextSlot, TextStore } from "../../engine/fast/text-store.js";
import { wire, type Wire } from "../../engine/fast/wire.js";
import type { ArgumentForm } from "../../engine/contract/argument-form.js";
import { argumentsOfCall } from "../../engine/calls/builtins.js";
import type { Params } from "../../engine/calls/envelope.js";
import { decodeUtf8 } from "../../engine/doors/json-rpc/json-reader.js";
import type { Door } from "../../engine/calls/door.js";
import { JsonText, toJson } from "../../engine/doors/json-rpc/json.js";
import type { EndedCall } from "../../engine/calls/observer.js";
import { isImmutable } from "../../engine/values/memo.js";
import { argumentsOf, shortened } from "./journal-values.js";

/** Characters of a text that is a result by itself: a longer one is kept outside of the heap, too. */
const shortText = 200;

/** What is larger is shown cut; how long a text is kept before it is cut. */
const maxShownBytes = 64 * 1024;
const maxKeptBytes = 256 * 1024;

export class JournalEntry {
  number = 0;
  /** By the clock of the shop, milliseconds. */
  time = 0;
  durationMs = 0;
  door: Door = "jsonrpc";
  operation = "";
  path: string | undefined;
  username = "";
  fault: string | undefined;
  session: string | undefined;
  forced = false;
  private row: OperationRow | undefined;
  /** Until its text is known; for good when it is short, or nobody ever changes it. */
  result: unknown;
  /** Characters of the text of such a result. */
  sharedLength = 0;
  private isDocument = false;
  /** The arguments are kept as the body that brought them: which element of it they are, or -1; else undefined. */
  private element: number | undefined;
  /** A request by REST without a body is kept as it is: two short texts. */
  private request: RestRequest | undefined;
  private hasTexts = false;
  /** Made when they are needed first. */
  private argumentText: TextSlot | undefined;
  private resultText: TextSlot | undefined;

  constructor(private readonly texts: TextStore) {}

  /** Into an entry that is new or was cleared. */
  record(number: number, time: number, call: EndedCall): void {
    this.number = number;
    this.time = time;
    this.durationMs = call.durationMs;
    this.door = call.door ?? "jsonrpc";
    this.operation = call.operation;
    this.path = call.path;
    this.username = call.username;
    this.fault = call.fault;
    this.session = call.session;
    this.forced = call.forced === true;
    this.row = call.row;
    this.recordArguments(call);
    this.recordResult(call);
  }

  /** As bytes, which cost next to nothing: the objects of a thousand calls take the garbage collector 1 us of each. */
  private recordArguments({ args, size, body, element }: EndedCall): void {
    this.element = undefined;
    this.request = undefined;
    if (!args || args.form === "unusable") return;
    if (this.door === "rest" && args.form === "named" && isShortRequest(args.members)) {
      this.request = args.members;
      return;
    }
    if (body && body.length <= maxShownBytes) {
      this.element = element ?? -1;
      this.hasTexts = true;
      this.argumentText ??= this.texts.slot();
      this.argumentText.copy(body, element !== undefined);
      return;
    }
    const text = size !== undefined && size > maxShownBytes ? undefined : textOf(args);
    const isLong = text === undefined || text.length > maxShownBytes;
    this.hasTexts = true;
    this.argumentText ??= this.texts.slot();
    this.argumentText.text = isLong ? textOf(shortened(args)) : text;
  }

  private recordResult({ result, document }: EndedCall): void {
    this.isDocument = document !== undefined;
    if (document !== undefined) {
      const isLong = document.length > maxKeptBytes;
      this.keepResult(isLong ? (document.slice(0, maxShownBytes) as Wire) : document);
      return;
    }
    this.result = result;
    if (!isObject(result)) {
      if (typeof result === "string" && result.length > shortText) this.resultWritten(textOf(result));
    } else if (result instanceof JsonText) this.resultWritten(result.text);
    else if (isImmutable(result)) this.sharedLength = (toJson(result) as Wire).length;
  }

  resultWritten(text: Wire): void {
    this.keepResult(text.length > maxKeptBytes ? textOf(shortened(this.result)) : text);
  }

  /** Nobody has said yet as which text the result was answered. */
  get isOpen(): boolean {
    return this.sharedLength === 0 && isObject(this.result);
  }

  private keepResult(text: Wire): void {
    this.result = undefined;
    this.hasTexts = true;
    this.resultText ??= this.texts.slot();
    this.resultText.text = text;
  }

  clear(): void {
    this.result = undefined;
    this.sharedLength = 0;
    if (!this.hasTexts) return;
    this.hasTexts = false;
    if (this.argumentText) this.argumentText.text = undefined;
    if (this.resultText) this.resultText.text = undefined;
  }

  /** By name; secrets included. */
  shownArguments(): unknown {
    if (this.request) return { method: this.request.method, address: this.request.address };
    const text = this.argumentText?.text;
    if (text === undefined) return {};
    const value = valueOf(text);
    return argumentsOf(this.row, this.element === undefined ? (value as ArgumentForm) : this.formIn(value));
  }

  private formIn(body: unknown): ArgumentForm {
    const { element = -1 } = this;
    const request = element < 0 ? body : (body as readonly unknown[])[element];
    return { form: "wrapped", args: argumentsOfCall((request as { readonly params: Params }).params) };
  }

  /** Undefined = none; secrets included. */
  shownResult(): unknown {
    const text = this.resultText?.text;
    if (text === undefined) return this.sharedLength > maxShownBytes ? shortened(this.result) : this.result;
    const value = this.isDocument ? documentValue(text) : valueOf(text);
    return text.length > maxShownBytes ? shortened(value) : value;
  }
}

interface RestRequest {
  readonly method: string;
  readonly address: string;
}

function isShortRequest(members: object): members is RestRequest {
  const { address, body } = members as { address?: unknown; body?: unknown };
  return body === undefined && typeof address === "string" && address.length <= shortText;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function textOf(value: unknown): Wire {
  return wire(JSON.stringify(value));
}

function decoded(text: Wire): string {
  return decodeUtf8(Buffer.from(text, "latin1")) ?? "";
}

/** What is no JSON, or was cut, stays text. */
function documentValue(text: Wire): unknown {
  const shown = decoded(text);
  if (!/^[[{]/.test(shown)) return shown;
  try {
    return JSON.parse(shown);
  } catch {
    return shown;
  }
}

function valueOf(text: Wire): unknown {
  return JSON.parse(decoded(text));
}
