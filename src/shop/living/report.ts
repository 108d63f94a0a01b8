/** What an import brought, and what of the shop has no place here. */

export interface Finding {
  readonly what: string;
  readonly count: number;
  /** The first ones. */
  readonly examples: readonly string[];
}

export interface ImportReport {
  /** Rows by collection. */
  readonly rows: Readonly<Record<string, number>>;
  /** What the dataset lacks of the shop: parts without a place here, objects that could not be read. */
  readonly findings: readonly Finding[];
  /** What holds of every import of this kind. */
  readonly remarks: readonly string[];
}

const maxExamples = 5;

export class Report {
  private readonly rows = new Map<string, number>();
  private readonly findings = new Map<string, { count: number; examples: string[] }>();
  private readonly remarks = new Set<string>();

  constructor(begun?: ImportReport) {
    for (const [collection, count] of Object.entries(begun?.rows ?? {})) this.rows.set(collection, count);
    for (const { what, count, examples } of begun?.findings ?? [])
      this.findings.set(what, { count, examples: [...examples] });
  }

  addRow(collection: string): void {
    this.rows.set(collection, (this.rows.get(collection) ?? 0) + 1);
  }

  countOf(collection: string): number {
    return this.rows.get(collection) ?? 0;
  }

  /** @param example names the object, and a reason where there is one */
  find(what: string, example = "", count = 1): void {
    let finding = this.findings.get(what);
    if (!finding) this.findings.set(what, (finding = { count: 0, examples: [] }));
    finding.count += count;
    if (example !== "" && finding.examples.length < maxExamples && !finding.examples.includes(example))
      finding.examples.push(example);
  }

  /** What is found again whenever an import goes on, such as what a role may not read. */
  findOnce(what: string, example = ""): void {
    if (!this.findings.has(what)) this.find(what, example);
  }

  remark(text: string): void {
    this.remarks.add(text);
  }

  get value(): ImportReport {
    return {
      rows: Object.fromEntries(this.rows),
      findings: [...this.findings].map(([what, finding]) => ({ what, ...finding })),
      remarks: [...this.remarks],
    };
  }
}
