/** Warnings of Node.js, such as of a deprecated function, held until it is known in which form to write them. */
export class HeldWarnings {
  /** That of Node.js, which writes text; none with --no-warnings. */
  private readonly ofNode = process.listeners("warning");
  private held: Error[] | undefined = [];
  private write = (warning: Error) => this.ofNode.forEach((listener) => listener(warning));

  constructor() {
    if (this.ofNode.length === 0) return;
    process.removeAllListeners("warning");
    process.on("warning", (warning) => (this.held ? void this.held.push(warning) : this.write(warning)));
  }

  /** @param write by default, Node.js writes them */
  release(write = this.write): void {
    this.write = write;
    this.held?.forEach(write);
    this.held = undefined;
  }
}
