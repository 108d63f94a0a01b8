/** Why a document cannot be read, as a sentence for the caller. */
export class XmlProblem extends Error {}

/** The document declares a document type. */
export class DoctypeProblem extends XmlProblem {
  constructor() {
    super("The body must not have a DOCTYPE.");
  }
}

/** The document holds more than a request may. */
export class XmlTooLarge extends XmlProblem {
  readonly bound: string;

  constructor(most: number, things: string) {
    super(`The body has more than ${most} ${things}.`);
    this.bound = `hold more than ${most} ${things} of XML`;
  }
}

/** The parser's own words may repeat what was sent. */
export function notWellFormed(line: number): XmlProblem {
  return new XmlProblem(`The body is not well-formed XML (line ${line}).`);
}
