/** A page of the documentation before the shell is put around it. */
import type { Html } from "../../src/pages/html.js";

export interface DocsPage {
  /** Its address below /docs; empty for the first one. */
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly main: Html;
  readonly scripts?: readonly string[];
  readonly styles?: readonly string[];
}

export interface Group {
  readonly title: string;
  readonly entries: readonly { readonly slug: string; readonly title: string }[];
}

/** One thing that a search can find. */
export interface SearchEntry {
  readonly kind: "operation" | "parameter" | "member" | "fault" | "guide" | "address";
  readonly title: string;
  readonly text: string;
  /** Below /docs, with its anchor. */
  readonly address: string;
  /** Words that find it and are not shown. */
  readonly words?: string | undefined;
}
