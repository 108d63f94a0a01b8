/** Consumers and tokens of OAuth 1.0a that the test control makes, lists and removes. */
import {
  callbackForm,
  consumerOf,
  isCallback,
  type ConsumerEntry,
} from "../../../engine/access/oauth/consumers.js";
import { newKey } from "../../../engine/access/oauth/handshake.js";
import type { OAuthConsumerDoc, OAuthOwner, OAuthTokenDoc } from "../../../engine/access/oauth/oauth-rows.js";
import { userByName } from "../../../engine/access/users.js";
import type { ReadTx, Storage, Tx } from "../../../engine/storage/storage.js";
import { quote } from "../../../engine/values/messages.js";
import type { Problem } from "../../../engine/values/problem.js";
import type { OAuthAccess } from "./access.js";
import { isOwnedBy } from "./owners.js";

const [maxConsumers, maxTokens] = [1000, 10_000];

interface PairRequest extends Partial<ConsumerEntry> {
  readonly user?: string;
  readonly customer_id?: number;
  readonly token?: string;
  readonly token_secret?: string;
}

export async function addOAuthPair(tx: Tx, wanted: PairRequest) {
  const owner = await ownerOf(tx, wanted);
  const known =
    wanted.consumer_key === undefined ? undefined : await tx.get("oauth_consumers", wanted.consumer_key);
  const problems = [
    ...("problem" in owner ? [owner.problem] : []),
    ...(known ? changeProblems(known, wanted) : await consumerProblems(tx, wanted)),
    ...(await tokenProblems(tx, wanted)),
  ];
  if ("problem" in owner || problems.length > 0) return { problems };

  const consumer = known ?? consumerOf(wanted);
  const token: OAuthTokenDoc = {
    id: wanted.token ?? newKey(),
    secret: wanted.token_secret ?? newKey(),
    consumer: consumer.id,
    kind: "access",
    owner: owner.owner,
    callback: null,
    verifier: null,
    expires_ms: null,
    made_ms: Date.now(),
  };
  if (!known) await tx.put("oauth_consumers", consumer);
  await tx.put("oauth_tokens", token);
  const { name, callback } = consumer;
  return {
    consumer_key: consumer.id,
    consumer_secret: consumer.secret,
    token: token.id,
    token_secret: token.secret,
    name,
    callback,
    ...(await namesOf(tx, owner.owner)),
  };
}

async function ownerOf(
  tx: ReadTx,
  { user, customer_id }: PairRequest,
): Promise<{ readonly owner: OAuthOwner } | { readonly problem: Problem }> {
  if ((user === undefined) === (customer_id === undefined))
    return { problem: { field: "user", message: "or customer_id must be given, but not both" } };
  if (user !== undefined) {
    const found = await userByName(tx, user);
    if (found) return { owner: { kind: "user", id: found.id } };
    return { problem: { field: "user", message: `${quote(user)} is not an API user` } };
  }
  const found = await tx.get("customers", customer_id ?? 0);
  if (found) return { owner: { kind: "customer", id: found.id } };
  return { problem: { field: "customer_id", message: `${customer_id} is not a customer` } };
}

/** Data given for an existing consumer must match it. */
function changeProblems(known: OAuthConsumerDoc, wanted: PairRequest): Problem[] {
  const stored = { consumer_secret: known.secret, name: known.name, callback: known.callback };
  return Object.entries(stored)
    .filter(([field, value]) => {
      const given = wanted[field as keyof typeof stored];
      return given !== undefined && given !== value;
    })
    .map(([field]) => ({
      field,
      message: "differs from that of the existing consumer",
    }));
}

async function consumerProblems(tx: ReadTx, { callback }: PairRequest): Promise<Problem[]> {
  const problems: Problem[] = [];
  if (callback !== undefined && !isCallback(callback))
    problems.push({ field: "callback", message: callbackForm });
  if ((await tx.count("oauth_consumers")) >= maxConsumers)
    problems.push({
      field: "consumer_key",
      message: `there are ${maxConsumers} consumers already, which is the maximum`,
    });
  return problems;
}

async function tokenProblems(tx: ReadTx, { token }: PairRequest): Promise<Problem[]> {
  const problems: Problem[] = [];
  if (token !== undefined && (await tx.get("oauth_tokens", token)))
    problems.push({ field: "token", message: "already exists" });
  if ((await tx.count("oauth_tokens")) >= maxTokens)
    problems.push({ field: "token", message: `there are ${maxTokens} tokens already, which is the maximum` });
  return problems;
}

/** The owner as the contract names it. */
async function namesOf(tx: ReadTx, owner: OAuthOwner | null) {
  const user = isOwnedBy(owner, "user") ? await tx.get("api_users", owner.id) : undefined;
  return { user: user?.username ?? null, customer_id: isOwnedBy(owner, "customer") ? owner.id : null };
}

/** Access tokens with their consumers, then consumers without any. */
export async function listOAuthPairs(storage: Storage, { published }: OAuthAccess) {
  const known = await published.valid("");
  return storage.read(async (tx) => {
    const consumers = await tx.find("oauth_consumers");
    const stored = (await tx.find("oauth_tokens")).filter(({ kind }) => kind === "access");
    const row = async (key: string, token: OAuthTokenDoc | null, isPublished: boolean) => {
      const { name = null, callback = null } = consumers.find(({ id }) => id === key) ?? {};
      const owner = await namesOf(tx, token?.owner ?? null);
      return {
        consumer_key: key,
        name,
        callback,
        token: token?.id ?? null,
        ...owner,
        published: isPublished,
      };
    };
    const used = new Set(stored.map(({ consumer }) => consumer));
    return Promise.all([
      ...known.map((token) => row(token.consumer, token, true)),
      ...stored.map((token) => row(token.consumer, token, false)),
      ...consumers.filter(({ id }) => !used.has(id)).map(({ id }) => row(id, null, false)),
    ]);
  });
}

/** Removes all consumers, or one. False if there is no such consumer. */
export async function clearOAuthPairs(tx: Tx, key: string | undefined): Promise<boolean> {
  if (key !== undefined && !(await tx.get("oauth_consumers", key))) return false;
  const where = key === undefined ? [] : [{ path: "consumer", op: "eq", value: key } as const];
  for (const { id } of await tx.find("oauth_tokens", { where })) await tx.del("oauth_tokens", id);
  const consumers = key === undefined ? await tx.find("oauth_consumers") : [{ id: key }];
  for (const { id } of consumers) await tx.del("oauth_consumers", id);
  return true;
}
