import { html, type Html } from "./html.js";

export interface TableOptions {
  /** What assistive technology calls it; by default the names of its columns. */
  readonly label?: string;
  /** A class of the stylesheet. */
  readonly kind?: "members";
}

/** A table that scrolls by itself on a narrow screen. @param rows one `<tr>` each */
export function table(heads: readonly string[], rows: readonly Html[], options: TableOptions = {}): Html {
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

/** A table of plain cells. @param rows the cells of each */
export function listTable(heads: readonly string[], rows: readonly (readonly (Html | string)[])[]): Html {
  const cellsOf = (cells: readonly (Html | string)[]) => cells.map((cell) => html`<td>${cell}</td>`);
  return table(
    heads,
    rows.map(
      (cells) =>
        html`<tr>
          ${cellsOf(cells)}
        </tr>`,
    ),
  );
}
