/** Results that several entries of the journal refer to: what they take is counted once. */

/** Smaller ones are counted for every entry: that bounds them well enough, and costs less than looking them up. */
const worthLookingUp = 4 * 1024;

/** An object and its text take about so many bytes for each character of the text. */
const bytesPerCharacter = 3;

export class SharedResults {
  bytes = 0;
  /** How many entries refer to a large result. */
  private readonly references = new Map<unknown, number>();

  add(result: unknown, length: number): void {
    if (length >= worthLookingUp) {
      const before = this.references.get(result) ?? 0;
      this.references.set(result, before + 1);
      if (before > 0) return;
    }
    this.bytes += length * bytesPerCharacter;
  }

  remove(result: unknown, length: number): void {
    if (length >= worthLookingUp) {
      const left = (this.references.get(result) ?? 1) - 1;
      if (left > 0) {
        this.references.set(result, left);
        return;
      }
      this.references.delete(result);
    }
    this.bytes -= length * bytesPerCharacter;
  }
}
