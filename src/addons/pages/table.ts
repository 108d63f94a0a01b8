import { html, type Html } from "./html.js";

export interface TableOptions {
  /** The label for assistive technology; default: the names of the columns. */
  readonly label?: string;
  /** A class of the stylesheet. */
  readonly kind?: "members";
}

/** A table that scrolls on narrow screens. @param rows one `<tr>` each */
export function htmlTable(heads: readonly string[], rows: readonly Html[], options: TableOptions = {}): Html {
  const { label = heads.join(", "), kind } = options;
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${label}">
    <table ${kind && html`class="${kind}"`}>
      <thead>
        <tr>
          ${heads.map((head) => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}

/** A table of plain cells. @param rows the cells of each row */
export function listTable(heads: readonly string[], rows: readonly (readonly (Html | string)[])[]): Html {
  const cellsOf = (cells: readonly (Html | string)[]) => cells.map((cell) => html`<td>${cell}</td>`);
  return htmlTable(
    heads,
    rows.map(
      (cells) =>
        html`<tr>
          ${cellsOf(cells)}
        </tr>`,
    ),
  );
}
