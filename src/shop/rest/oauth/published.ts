/**
 * The well-known consumers and tokens of the sample shop. They are not stored: each is worth what the public key or password of
 * its owner is worth, and ends with it.
 */
import type { OAuthConsumerDoc, OAuthTokenDoc } from "../../../engine/access/oauth/oauth-rows.js";
import type { OAuthLookup } from "../../../engine/access/oauth/verification.js";
import type { Secrets } from "../../../engine/access/secrets.js";
import { userByName } from "../../../engine/access/users.js";
import { defaultApiKey } from "../../../engine/config/table.js";
import type { ReadTx, Storage } from "../../../engine/storage/storage.js";
import { samplePassword } from "../../states/sample/password.js";
import type { OwnerKind } from "./owners.js";

interface PublishedPair {
  readonly kind: OwnerKind;
  readonly consumerKey: string;
  readonly consumerSecret: string;
  readonly token: string;
  readonly tokenSecret: string;
}

/** docs/doors.md shows them. */
export const publishedPairs: readonly PublishedPair[] = [
  {
    kind: "user",
    consumerKey: "7c9e6679f0b84d6ca1f5d3e2b8a40917",
    consumerSecret: "0f8fad5bd9cb469fa165708677289501",
    token: "1b9d6bcdbbfd4b2d9b5dab8dfbbd4bed",
    tokenSecret: "9b2e4f7a6c8d4e1fb0a3c5d7e9f10235",
  },
  {
    kind: "customer",
    consumerKey: "2a6d1c8e4b7f4930a5e8d2c6b1f07394",
    consumerSecret: "5e3c9a7d1f2b48e6908c4a6d7b5e1f20",
    token: "8d4f6b2a9c1e47d3b5a7f0e2c4d68193",
    tokenSecret: "c1f5e9d37a2b4c68a0d4b8f26e7c9531",
  },
];

/** The API user and the customer to whom they belong. */
const [publishedUser, publishedCustomer] = ["admin", 1];

interface PublishedParts {
  readonly storage: Storage;
  readonly secrets: Secrets;
  readonly production: boolean;
}

export class PublishedPairs {
  constructor(private readonly parts: PublishedParts) {}

  /** Of the client with this address. */
  lookupFor(address: string): OAuthLookup {
    return {
      consumer: async (key) => {
        const pair = publishedPairs.find(({ consumerKey }) => consumerKey === key);
        return pair && (await this.rowsOf(pair, address))?.consumer;
      },
      token: async (token) => {
        const pair = publishedPairs.find((one) => one.token === token);
        return pair && (await this.rowsOf(pair, address))?.token;
      },
    };
  }

  /** Those that requests can be signed with now. */
  async valid(address: string): Promise<OAuthTokenDoc[]> {
    const rows = await Promise.all(publishedPairs.map((pair) => this.rowsOf(pair, address)));
    return rows.flatMap((row) => (row ? [row.token] : []));
  }

  private async rowsOf(pair: PublishedPair, address: string) {
    if (this.parts.production) return undefined;
    const { kind, consumerKey, consumerSecret } = pair;
    const owner = await this.parts.storage.read((tx) => ownerOf(tx, kind));
    if (!owner?.hash || !(await this.parts.secrets.verifyCached(owner.secret, owner.hash, address)))
      return undefined;
    const consumer: OAuthConsumerDoc = {
      id: consumerKey,
      secret: consumerSecret,
      name: null,
      callback: null,
    };
    const token: OAuthTokenDoc = {
      id: pair.token,
      secret: pair.tokenSecret,
      consumer: consumerKey,
      kind: "access",
      ...{ owner: { kind, id: owner.id }, callback: null, verifier: null, expires_ms: null, made_ms: 0 },
    };
    return { consumer, token };
  }
}

async function ownerOf(tx: ReadTx, kind: OwnerKind) {
  if (kind === "user") {
    const user = await userByName(tx, publishedUser);
    return user && { id: user.id, hash: user.key_hash, secret: defaultApiKey };
  }
  const customer = await tx.get("customers", publishedCustomer);
  return customer && { id: customer.id, hash: customer.password_hash, secret: samplePassword };
}
