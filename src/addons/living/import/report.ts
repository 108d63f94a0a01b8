/** The report of an import: imported rows, and parts of the shop that were not imported. */

export interface Finding {
  readonly what: string;
  readonly count: number;
  /** The first examples. */
  readonly examples: readonly string[];
}

export interface ImportReport {
  /** Rows by collection. */
  readonly rows: Readonly<Record<string, number>>;
  /** Parts of the shop that the dataset lacks: unsupported ones, and objects that could not be read. */
  readonly findings: readonly Finding[];
  /** Remarks that apply to every import of this kind. */
  readonly remarks: readonly string[];
}

const maxExamples = 5;

export class ImportReporter {
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

  /** @param example the object, and the reason, if any */
  find(what: string, example = "", count = 1): void {
    let finding = this.findings.get(what);
    if (!finding) this.findings.set(what, (finding = { count: 0, examples: [] }));
    finding.count += count;
    if (example !== "" && finding.examples.length < maxExamples && !finding.examples.includes(example))
      finding.examples.push(example);
  }

  /** Adds a finding that every resumed import would repeat, such as a missing permission. */
  findOnce(what: string, found: string | readonly string[] = ""): void {
    if (this.findings.has(what)) return;
    for (const example of [found].flat()) this.find(what, example);
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
