/**
 * OpenTelemetry spans (docs/monitoring.md) for requests, operations, transactions and statements. Loaded only with
 * TELEMETRY. The SDK that the operator loads exports the spans.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { Fault } from "../../engine/contract/faults.js";
import { isRefusal, type Outcome } from "../../engine/calls/outcome.js";
import type { ServedCall } from "../../engine/calls/observer.js";
import { importFile } from "../../engine/config/package.js";
import { sqlStatements, type SentStatement } from "../../engine/storage/sql-statements.js";
import type { Storage } from "../../engine/storage/storage.js";
import type { Telemetry } from "../../engine/serving/telemetry.js";
import { TracedStorage } from "./traced-storage.js";
import { clientAddress, pathOf } from "../../engine/http/request.js";

/** The part of `@opentelemetry/api` that is used; the package is an optional peer. */
export interface Api {
  readonly trace: {
    getTracer(name: string): { startSpan(name: string, options: SpanOptions, context: Context): Span };
    setSpan(context: Context, span: Span): Context;
    getSpan(context: Context): Span | undefined;
  };
  readonly context: { active(): Context; with<R>(context: Context, work: () => R): R };
  readonly propagation: { extract(context: Context, headers: object): Context };
}

type Context = object;

interface SpanOptions {
  readonly kind?: number;
  readonly startTime?: number;
  readonly attributes?: Readonly<Record<string, string | number>>;
}

interface Span {
  setAttribute(name: string, value: string | number): unknown;
  setStatus(status: { readonly code: number; readonly message?: string }): unknown;
  recordException(error: Error): void;
  end(): void;
}

/** SpanKind and SpanStatusCode. */
const kinds = { server: 1, client: 2 };
const failed = 2;

const routes =
  /^(?:\/sandbox\/[^/]+)?(\/api\/(?:jsonrpc|rpc|rest|xmlrpc|soap|v2_soap)|\/control|\/media|\/docs)\b/;

export class OpenTelemetry implements Telemetry {
  private readonly tracer: ReturnType<Api["trace"]["getTracer"]>;
  private readonly noteStatement = (statement: unknown) => this.ofStatement(statement as SentStatement);

  constructor(private readonly api: Api) {
    this.tracer = api.trace.getTracer("store-management-api");
    sqlStatements.subscribe(this.noteStatement);
  }

  close(): void {
    sqlStatements.unsubscribe(this.noteStatement);
  }

  /** Handles a request within the trace that its headers name. */
  request(
    request: IncomingMessage,
    response: ServerResponse,
    trustedProxies: readonly string[],
    handle: () => void,
  ): void {
    const { trace, context, propagation } = this.api;
    const path = pathOf(request.url ?? "/");
    const method = request.method ?? "";
    const route = routes.exec(path)?.[1];
    const attributes = {
      "http.request.method": method,
      "url.path": path,
      "client.address": clientAddress(request, trustedProxies),
    };
    const parent = propagation.extract(context.active(), request.headers);
    const name = route === undefined ? method : `${method} ${route}`;
    const span = this.tracer.startSpan(name, { kind: kinds.server, attributes }, parent);
    response.once("close", () => {
      const { statusCode } = response;
      if (response.headersSent) span.setAttribute("http.response.status_code", statusCode);
      if (statusCode >= 500 || !response.headersSent) span.setStatus({ code: failed });
      span.end();
    });
    context.with(trace.setSpan(parent, span), handle);
  }

  /** Binds work that runs later to the current trace. */
  readonly bound = <R>(work: () => R): (() => R) => {
    const { context } = this.api;
    const active = context.active();
    return () => context.with(active, work);
  };

  /** Carries out a call within a span. */
  readonly traced = (name: string, work: () => Promise<Outcome>): Promise<Outcome> =>
    this.within(name, work, (span, outcome) => {
      if (isRefusal(outcome)) noteFailure(span, outcome.fault);
    });

  storage(storage: Storage): Storage {
    return new TracedStorage(storage, (name, work) => this.within(name, work));
  }

  /** Adds a span for a call of a protocol method that has ended. */
  callEnded({ operation, fault, durationMs }: ServedCall): void {
    const { trace, context } = this.api;
    const parent = context.active();
    if (!trace.getSpan(parent)) return;
    const span = this.tracer.startSpan(operation, { startTime: Date.now() - durationMs }, parent);
    if (fault !== undefined) span.setAttribute("store.fault", fault);
    span.end();
  }

  /** Background work is not traced. */
  private async within<R>(
    name: string,
    work: () => Promise<R>,
    note: (span: Span, result: R) => void = () => {},
  ): Promise<R> {
    const { trace, context } = this.api;
    const parent = context.active();
    if (!trace.getSpan(parent)) return work();
    const span = this.tracer.startSpan(name, {}, parent);
    try {
      const result = await context.with(trace.setSpan(parent, span), work);
      note(span, result);
      return result;
    } catch (error) {
      noteFailure(span, error);
      throw error;
    } finally {
      span.end();
    }
  }

  private ofStatement({ text, answer }: SentStatement): void {
    const parent = this.api.context.active();
    if (!this.api.trace.getSpan(parent)) return;
    const attributes = { "db.system.name": "postgresql", "db.query.text": text };
    const name = /^\w+/.exec(text)?.[0] ?? "statement";
    const span = this.tracer.startSpan(name, { kind: kinds.client, attributes }, parent);
    answer.then(
      () => span.end(),
      (error: unknown) => {
        noteFailure(span, error);
        span.end();
      },
    );
  }
}

/** Rejects when `@opentelemetry/api` is not installed. */
export async function loadTelemetry(): Promise<Telemetry> {
  return new OpenTelemetry((await importFile("@opentelemetry/api")) as Api);
}

/** A declared fault is a normal answer; any other error is a failure. */
function noteFailure(span: Span, error: unknown): void {
  if (error instanceof Fault) span.setAttribute("store.fault", error.fault);
  if (error instanceof Fault && error.fault !== "internal") return;
  if (error instanceof Error) span.recordException(error);
  span.setStatus({ code: failed });
}
