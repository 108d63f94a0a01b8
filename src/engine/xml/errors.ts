/** A document that cannot be read. The message is a sentence for the caller. */
export class XmlError extends Error {}

export class DoctypeError extends XmlError {
  constructor() {
    super("The body must not have a DOCTYPE.");
  }
}

/** The document exceeds a limit for requests. */
export class XmlTooLarge extends XmlError {
  /** The limit for the message of fault 6: what the document must not do. */
  readonly bound: string;

  constructor(most: number, things: string) {
    super(`The body has more than ${most} ${things}.`);
    this.bound = `have more than ${most} ${things} of XML`;
  }
}

/** The message is not that of the parser, which may quote the document. @param line from 1 */
export function notWellFormed(line: number): XmlError {
  return new XmlError(`The body is not well-formed XML (line ${line}).`);
}
