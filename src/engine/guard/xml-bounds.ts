/** Bounds of documents at the XML doors that are judged as they are read. */
import { XmlProblem, type Attributes } from "../xml/reading.js";

/** Characters of one attribute: longer than any that means something here. */
const maxAttribute = 4096;

/** Throws `XmlProblem`. */
export function checkAttributes(attributes: Attributes): void {
  for (const name in attributes) {
    if ((attributes[name] as string).length > maxAttribute) throw new XmlProblem("An attribute is too long.");
  }
}
