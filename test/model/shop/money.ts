/**
 * Money of the model. Amounts are whole ten-thousandths of a unit of their currency. Shares are exact
 * fractions, and are rounded to cents, half away from zero (sales 11.1).
 */

/** The two currencies of an order: prefixes of the names of figures. */
export const currencies = ["", "base_"] as const;

const cent = 100n;

interface Ratio {
  readonly over: bigint;
  readonly under: bigint;
}

function rounded({ over, under }: Ratio): number {
  const size = over < 0n ? -over : over;
  const cents = (2n * size + under * cent) / (2n * under * cent);
  return Number(cents * cent) * (over < 0n ? -1 : 1);
}

/** amount × part ÷ whole, rounded to cents. */
export function share(amount: number, part: number, whole: number): number {
  if (whole === 0) return 0;
  return rounded({ over: BigInt(amount) * BigInt(part), under: BigInt(whole) });
}

/** Shares of one document: the difference of each rounding is added to the next share. */
export class Sharing {
  private carry: Ratio = { over: 0n, under: 1n };

  /** @param sign -1 for discounts, for which the difference has the opposite sign */
  take(amount: number, part: number, whole: number, sign: 1 | -1 = 1): number {
    if (amount === 0 || part === 0 || whole === 0) return 0;
    const { over, under } = this.carry;
    const exact = BigInt(amount) * BigInt(part);
    const x = { over: exact * under + BigInt(sign) * over * BigInt(whole), under: BigInt(whole) * under };
    const result = rounded(x);
    this.carry = { over: BigInt(sign) * (x.over - BigInt(result) * x.under), under: x.under };
    return result;
  }
}

export function toUnits(amount: number): number {
  return Math.round(amount * 10_000);
}

export function toAmount(units: number): number {
  return units / 10_000;
}

/** Rounded to cents. */
export function toCents(amount: number): number {
  return share(toUnits(amount), 1, 1);
}
