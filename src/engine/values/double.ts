/** A number of which XML-RPC and SOAP v1 tell the type, even where it is whole (`25.0`). Numbers are text there else. */
export class Double {
  constructor(readonly value: number) {}

  valueOf(): number {
    return this.value;
  }

  toJSON(): number {
    return this.value;
  }
}

/** A number as a double, of the type of a number: for answers to clients of Magento 1. */
export function asDouble(value: number): number {
  return new Double(value) as unknown as number;
}
