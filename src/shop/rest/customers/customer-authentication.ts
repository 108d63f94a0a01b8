/** Authenticates callers of REST resources: API users and customers, by session or HTTP Basic (customers 6.3, 6.4). */
import { timeOf } from "../../../engine/clock.js";
import type { RestCaller } from "../forms/call.js";
import type { CustomerDoc } from "../../data/entities/customer.js";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestOrigin } from "../../../engine/calls/call.js";
import { Fault, globalFault } from "../../../engine/contract/faults.js";
import { isOAuthHeader } from "../../../engine/access/oauth/authorization-header.js";
import { OAuthProblem } from "../../../engine/access/oauth/problem.js";
import { isForm } from "../../../engine/http/signed-request.js";
import type { OAuthAccess } from "../oauth/access.js";
import { maySignIn } from "./may-sign-in.js";
import { isRepeated } from "../../../engine/http/request.js";
import { refused } from "../forms/refusal.js";
import { milliseconds } from "../../../engine/values/dates.js";
import { SingleFlight } from "../../../engine/values/single-flight.js";
import { maxPassword, normalPassword } from "../../customers/accounts/password.js";
import { shopDirectory } from "../../stores/directory.js";
import { fold, isLonger } from "../../../engine/values/text.js";
import type { ReadTx } from "../../../engine/storage/storage.js";
import type {
  Authentication,
  AuthenticationParts,
  BasicCredentials,
  Sender,
} from "../../../engine/access/authentication.js";

export interface CustomerAuthenticationParts extends Omit<
  AuthenticationParts,
  "grantsOf" | "sandbox" | "carries"
> {
  readonly authentication: Authentication;
  readonly settings: { readonly customerShareScope: "website" | "global" };
  readonly onError: (error: unknown) => void;
  readonly oauth: OAuthAccess;
  /** Reads the form in a body, whose fields are signed. Throws `RestError`. */
  readonly readForm: (request: IncomingMessage, response: ServerResponse) => Promise<string>;
}

/** A request and its response. */
interface RestMessages {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Maximum length of an e-mail address with surrounding white space, in characters. */
const maxEmailLength = 255;

/** Minimum interval between two updates of `last_logged_in`. */
const recordSignInEveryMs = 60_000;

export class CustomerAuthentication {
  private readonly checks = new SingleFlight<CustomerDoc>();

  constructor(private readonly parts: CustomerAuthenticationParts) {}

  /**
   * The caller of a REST request. Throws `RestError` 401 or 429, with the same message for every reason, but for signed
   * requests.
   */
  async enterRest({ sender }: RequestOrigin, message: RestMessages): Promise<RestCaller> {
    const { headers, rawHeaders } = message.request;
    if (!sender.hasAuthorization || isRepeated(rawHeaders, "authorization")) throw refused(401);
    if (isOAuthHeader(headers.authorization)) return this.enterSigned(sender, message);
    const website = headers.website === undefined ? undefined : String(headers.website);
    try {
      return await this.enter(sender, website);
    } catch (error) {
      if (!(error instanceof Fault) || error.fault === "internal") throw error;
      const { retry_after } = error.data as { retry_after?: number };
      throw retry_after === undefined
        ? refused(401).noted(error.note)
        : refused(429, undefined, { "Retry-After": retry_after });
    }
  }

  private async enterSigned(sender: Sender, { request, response }: RestMessages): Promise<RestCaller> {
    const { oauth, readForm } = this.parts;
    try {
      const form = isForm(request) ? await readForm(request, response) : undefined;
      return await oauth.enter({ request, response, form }, sender);
    } catch (error) {
      if (error instanceof OAuthProblem) throw refused(401, error.message);
      throw error;
    }
  }

  /**
   * The caller of a request. Throws `session_expired` or `access_denied`, the latter with `retry_after` while
   * throttled.
   * @param website ID or code of the website of the e-mail address; undefined = the default website
   */
  async enter(sender: Sender, website: string | undefined): Promise<RestCaller> {
    const { basic, bearer } = sender;
    if (bearer !== undefined) return this.enterBySession(bearer);
    if (basic?.username.includes("@"))
      return { role: "customer", customer: await this.signIn(basic, website, sender.address) };
    return { role: "admin", principal: await this.parts.authentication.enterByHeader(sender) };
  }

  /** Opens a session for a caller who used HTTP Basic. */
  async openSession(caller: RestCaller): Promise<string> {
    const { sessions, authentication } = this.parts;
    return caller.role === "customer"
      ? sessions.openFor("customer_id", caller.customer)
      : authentication.openSession(caller.principal);
  }

  private enterBySession(bearer: string): Promise<RestCaller> {
    const { storage, authentication } = this.parts;
    return storage.read(async (tx) => {
      const session = await authentication.sessionOf(tx, bearer);
      const customerId = session.customer_id;
      if (customerId === undefined)
        return { role: "admin", principal: await authentication.principalOf(tx, session) };

      const customer = await tx.get("customers", customerId);
      if (!customer || !maySignIn(customer)) throw globalFault("session_expired");
      return { role: "customer", customer };
    });
  }

  private async signIn(
    { username, password }: BasicCredentials,
    website: string | undefined,
    address: string,
  ): Promise<CustomerDoc> {
    const { storage, secrets, throttle } = this.parts;
    const email = username.trim();
    if (isLonger(email, maxEmailLength) || isLonger(password.trim(), maxPassword))
      await throttle.refuse(address);
    // All spellings of an address share one counter.
    const name = fold(email);
    const check = () =>
      throttle.attempt(name, address, async () => {
        const found = await storage.read((tx) => this.customerOf(tx, email, website));
        const normal = normalPassword(password);
        const hash = normal === undefined ? undefined : found?.password_hash;
        const isRight = await secrets.verifyCached(normal ?? "", hash, address);
        return isRight && found && maySignIn(found) ? found : undefined;
      });
    const customer = await this.checks.run([name, website, password, address].join("\0"), check);
    return this.recordSignIn(
      customer,
      await secrets.renewed(normalPassword(password) ?? "", customer.password_hash),
    );
  }

  /** The customer with this e-mail address, in the website or in all websites. */
  private async customerOf(
    tx: ReadTx,
    email: string,
    website: string | undefined,
  ): Promise<CustomerDoc | undefined> {
    const shop = await shopDirectory(tx);
    const own = website === undefined ? shop.defaultWebsite : shop.website(website);
    const isShared = this.parts.settings.customerShareScope === "global";
    for (const { website_id } of isShared ? shop.sellingWebsites : own ? [own] : []) {
      const customer = await tx.by("customers", "email", [website_id, email]);
      if (customer) return customer;
    }
    return undefined;
  }

  /**
   * Stores the time of this sign-in, and the hash of today's cost. If the storage fails, the customer is signed in nevertheless.
   * @param renewed in place of a hash of another cost
   */
  private async recordSignIn(customer: CustomerDoc, renewed: string | undefined): Promise<CustomerDoc> {
    const { storage, clock, onError } = this.parts;
    const last = customer.last_logged_in;
    const isRecent = last !== null && clock.now() - milliseconds(last) < recordSignInEveryMs;
    if (isRecent && renewed === undefined) return customer;
    const last_logged_in = timeOf(clock);
    try {
      return await storage.write(async (tx) => {
        const current = await tx.get("customers", customer.id);
        if (!current) return customer;
        const isSame = renewed !== undefined && current.password_hash === customer.password_hash;
        const noted = { ...current, last_logged_in, password_hash: isSame ? renewed : current.password_hash };
        await tx.put("customers", noted);
        return noted;
      });
    } catch (error) {
      onError(error);
      return customer;
    }
  }
}
