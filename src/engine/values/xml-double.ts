/** A number that XML-RPC and SOAP v1 send with type double, even if it is whole (`25.0`). Other numbers are sent as text. */
export class XmlDouble {
  constructor(readonly value: number) {}

  valueOf(): number {
    return this.value;
  }

  toJSON(): number {
    return this.value;
  }
}

/** Marks a number as double, for answers to Magento 1 clients. Typed as number for the handlers. */
export function asDouble(value: number): number {
  return new XmlDouble(value) as unknown as number;
}
