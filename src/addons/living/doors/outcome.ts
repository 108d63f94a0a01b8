import type { BreakKind } from "./transport.js";

/** How a call of a foreign server ended, for every door. */
export type CallOutcome =
  | { readonly outcome: "result"; readonly value: unknown }
  | { readonly outcome: "fault"; readonly fault: ForeignFault }
  /** An answer without a result or a fault: an error page, a redirect, an unreadable body. */
  | { readonly outcome: "http"; readonly status: number; readonly text: string }
  /** No complete answer: connection refused or closed, or a timeout. */
  | { readonly outcome: "broken"; readonly reason: string; readonly kind?: BreakKind };

export interface ForeignFault {
  /** A text, because some doors use names. Undefined if the server does not send it (Magento's JSON-RPC). */
  readonly code: string | undefined;
  readonly message: string;
  /** For example `product_not_exists`; only our servers send it. */
  readonly name?: string;
}

export type CallAnswer = CallOutcome & {
  /** Undefined if there was no answer. */
  readonly http?: {
    readonly status: number;
    /** Names in lower case. */
    readonly headers: Readonly<Record<string, string>>;
  };
};

/** The beginning of a text, for display. */
export const truncatedText = (text: string): string =>
  text.length > 2000 ? `${text.slice(0, 2000)}…` : text;
