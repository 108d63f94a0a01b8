/** How a call at a foreign server ended, whatever the door. */

/** Every call ends in one of four ways. */
export type Outcome =
  | { readonly outcome: "result"; readonly value: unknown }
  | { readonly outcome: "fault"; readonly fault: ForeignFault }
  /** An answer that holds neither a result nor a fault: an error page, a redirect, a body that cannot be read. */
  | { readonly outcome: "http"; readonly status: number; readonly text: string }
  /** No whole answer: refused, broken off, or none in time. */
  | { readonly outcome: "broken"; readonly reason: string };

export interface ForeignFault {
  /** Text, as some doors have names. Undefined where the door of the server does not say it (Magento's JSON-RPC). */
  readonly code: string | undefined;
  readonly message: string;
  /** `product_not_exists`; only our servers tell it. */
  readonly name?: string;
}

export type Answer = Outcome & {
  /** Undefined where nothing came. */
  readonly http?: {
    readonly status: number;
    /** By lower-case names. */
    readonly headers: Readonly<Record<string, string>>;
  };
};

/** The beginning of a text that is only kept to be shown. */
export const shownText = (text: string): string => (text.length > 2000 ? `${text.slice(0, 2000)}…` : text);
