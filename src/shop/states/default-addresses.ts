/** Checks that the default addresses of customers belong to them. */
import type { Doc } from "../../engine/storage/storage.js";
import type { CollectionName } from "../../engine/storage/documents.js";
import type { StateProblem } from "../../engine/states/problem.js";
import type { AddressDoc, CustomerDoc } from "../data/entities/customer.js";
import { NumberMap } from "./number-map.js";
import type { RowIndex, PlaceOf, CrossRowCheck } from "./cross-row-check.js";

const defaults = ["default_billing", "default_shipping"] as const;

interface Claim {
  readonly at: RowIndex;
  readonly member: (typeof defaults)[number];
  readonly address: number;
  readonly customer: number;
}

/** Further ones would not be reported. */
const maxClaims = 1_000;

export class DefaultAddresses implements CrossRowCheck {
  /** Customers by address. */
  private readonly owners = new NumberMap();
  /** The customers that refer to addresses that were not read yet, and the places of these references. */
  private readonly claimants = new NumberMap();
  private readonly places = new NumberMap();
  /** Claims on addresses of other customers. */
  private readonly disputed: Claim[] = [];

  note(collection: CollectionName, doc: Doc, at: RowIndex, isValid: boolean): void {
    if (!isValid) return;
    if (collection === "customers") this.claim(doc as CustomerDoc, at);
    if (collection === "addresses") this.own(doc as AddressDoc);
  }

  *problems(placeOf: PlaceOf): Generator<StateProblem> {
    for (const { at, member, address, customer } of this.disputed) {
      const owner = this.owners.get(address);
      if (owner === undefined || owner === customer) continue;
      const message = `names address ${address}, which customer ${owner} has`;
      yield { place: `${placeOf("customers", at)}.${member}`, message };
    }
  }

  private claim(customer: CustomerDoc, at: RowIndex): void {
    for (const member of defaults) {
      const address = customer[member];
      if (address === null) continue;
      const other = this.owners.get(address) ?? this.claimants.get(address);
      if (other === undefined) {
        this.claimants.set(address, customer.id);
        this.places.set(address, encodePlace(at, member));
      } else if (other !== customer.id) this.dispute({ at, member, address, customer: customer.id });
    }
  }

  private own({ id, customer_id }: AddressDoc): void {
    this.owners.set(id, customer_id);
    const customer = this.claimants.get(id) ?? customer_id;
    if (customer !== customer_id)
      this.dispute({ ...decodePlace(this.places.get(id) ?? 0), address: id, customer });
  }

  private dispute(claim: Claim): void {
    if (this.disputed.length < maxClaims) this.disputed.push(claim);
  }
}

/** Encodes a row and a member as one number. */
function encodePlace(at: RowIndex, member: Claim["member"]): number {
  return (at === undefined ? 0 : at + 1) * defaults.length + defaults.indexOf(member);
}

function decodePlace(note: number): { at: RowIndex; member: Claim["member"] } {
  const place = Math.floor(note / defaults.length);
  const member = defaults[note % defaults.length] ?? defaults[0];
  return { at: place === 0 ? undefined : place - 1, member };
}
