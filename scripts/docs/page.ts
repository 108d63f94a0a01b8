/** Types of a page of the documentation, without the frame. */
import type { Html } from "../../src/addons/pages/html.js";

export interface DocsPage {
  /** Its address relative to /docs; empty for the first page. */
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

/** An entry of the search index. */
export interface SearchEntry {
  readonly kind: "operation" | "parameter" | "member" | "fault" | "guide" | "rule" | "change" | "address";
  readonly title: string;
  readonly text: string;
  /** Relative to /docs, with its anchor. */
  readonly address: string;
  /** Further words that find the entry but are not shown. */
  readonly words?: string | undefined;
}
