/** A rule of the test control in one line. */
import { valueText } from "../journal/line-texts.js";

interface NamedRule {
  readonly operation: string;
  readonly match?: object | undefined;
  readonly nth?: number | undefined;
}

/** What a rule is for: `the 3. catalog_product.info with {"productId":1}`. */
export function ruleText({ operation, match, nth }: NamedRule): string {
  const which = match === undefined ? "" : ` with ${valueText(match)}`;
  return `${nth === undefined ? "" : `the ${nth}. `}${operation}${which}`;
}
