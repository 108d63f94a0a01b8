/**
 * Exact arithmetic for money, quantities and rates. Documents contain numbers; apportioning, conversion and rounding use
 * exact fractions, so that no cent depends on the binary approximation of a decimal number (sales 11.1, S-18).
 */
import { decimalText } from "./coercion.js";

/** Fractions are reduced only from this denominator on: most are short, and common divisors take time to find. */
const longDenominator = 10n ** 24n;

/** A fraction. `Exact.of(0.1).plus(Exact.of(0.2)).rounded(2)` is 0.3. */
export class Exact {
  static readonly zero = new Exact(0n, 1n);

  /** Carries the sign. */
  private readonly numerator: bigint;
  /** Above 0. */
  private readonly denominator: bigint;

  private constructor(numerator: bigint, denominator: bigint) {
    if (denominator < longDenominator) {
      this.numerator = numerator;
      this.denominator = denominator;
    } else {
      const divisor = greatestCommonDivisor(numerator < 0n ? -numerator : numerator, denominator);
      this.numerator = numerator / divisor;
      this.denominator = denominator / divisor;
    }
  }

  /** The decimal number that `value` prints as. */
  static of(value: number): Exact {
    const units = Math.round(value * 1e4);
    // The fast case of nearly all values: at most 4 decimals, and small enough for the shift to be exact.
    if (Math.abs(units) < 1e15 && units / 1e4 === value) return new Exact(BigInt(units), 10_000n);
    const [whole = "", fraction = ""] = decimalText(value).split(".");
    return new Exact(BigInt(whole + fraction), 10n ** BigInt(fraction.length));
  }

  plus(other: Exact): Exact {
    if (this.denominator === other.denominator) {
      return new Exact(this.numerator + other.numerator, this.denominator);
    }
    return new Exact(
      this.numerator * other.denominator + other.numerator * this.denominator,
      this.denominator * other.denominator,
    );
  }

  minus(other: Exact): Exact {
    return this.plus(other.negated());
  }

  times(other: Exact): Exact {
    return new Exact(this.numerator * other.numerator, this.denominator * other.denominator);
  }

  /** `other` is not 0. */
  over(other: Exact): Exact {
    const sign = other.numerator < 0n ? -1n : 1n;
    return new Exact(this.numerator * other.denominator * sign, this.denominator * other.numerator * sign);
  }

  negated(): Exact {
    return new Exact(-this.numerator, this.denominator);
  }

  get isZero(): boolean {
    return this.numerator === 0n;
  }

  /** Rounded to `decimals` decimals, half away from zero. */
  rounded(decimals: number): number {
    const [size, sign] = this.numerator < 0n ? [-this.numerator, "-"] : [this.numerator, ""];
    const units = (size * 10n ** BigInt(decimals) * 2n + this.denominator) / (this.denominator * 2n);
    return units === 0n ? 0 : Number(`${sign}${units}e-${decimals}`);
  }
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  while (b > 0n) [a, b] = [b, a % b];
  return a;
}

/** The exact sum of numbers with at most 4 decimals. */
export function sum(...figures: readonly number[]): number {
  let total = Exact.zero;
  for (const figure of figures) total = total.plus(Exact.of(figure));
  return total.rounded(4);
}

/** As `sum`, of a list. */
export function sumOf(figures: readonly number[]): number {
  return figures.reduce((total, figure) => sum(total, figure), 0);
}

/** The sum of one field over rows. */
export function totalOf<Field extends string>(
  rows: readonly { readonly [F in Field]: number }[],
  field: Field,
): number {
  let total = Exact.zero;
  for (const row of rows) total = total.plus(Exact.of(row[field]));
  return total.rounded(4);
}

/** Rounded to cents, half away from zero. */
export function toCents(amount: number): number {
  return Exact.of(amount).rounded(2);
}

/** `amount × factor / divisor`, rounded to cents; 0 if the divisor is 0. */
export function proportion(amount: number, factor: number, divisor = 1): number {
  return divisor === 0 ? 0 : Exact.of(amount).times(Exact.of(factor)).over(Exact.of(divisor)).rounded(2);
}
