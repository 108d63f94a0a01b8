/** `/oauth/initiate`, `/oauth/authorize` and `/oauth/token`: the way to a token (customers 6.7). */
import { randomBytes } from "node:crypto";
import { Router, text, type Request, type RequestHandler, type Response } from "express";
import type { Sender } from "../../../engine/access/authentication.js";
import { outOfBand, type Pending } from "../../../engine/access/oauth/handshake.js";
import type { OAuthTokenDoc } from "../../../engine/access/oauth/oauth-rows.js";
import { OAuthProblem } from "../../../engine/access/oauth/problem.js";
import { isSameSecret } from "../../../engine/access/oauth/signature.js";
import { Fault, Unavailable } from "../../../engine/contract/faults.js";
import { arrivedByHttps, senderOf } from "../../../engine/http/request.js";
import { isConfidential, isForm } from "../../../engine/http/signed-request.js";
import { sendErrors } from "../../../engine/serving/errors.js";
import { logRequests } from "../../../engine/serving/served-instance.js";
import { oauthOf, type OAuthOwn } from "./own.js";
import { ownerOfCaller } from "./owners.js";
import { consentPage, pagePolicy, refusedPage, verifierPage, type ConsentPage } from "./page.js";

const maxFormBytes = 64 * 1024;

/** A request to one of the addresses. */
interface Asked {
  readonly request: Request;
  readonly response: Response;
  readonly oauth: OAuthOwn;
  readonly sender: Sender;
  /** The body, if it is a form. */
  readonly form: string | undefined;
}

export function oauthRoutes(): Router {
  // Magento's documentation writes /admin/oAuth_authorize.
  const router = Router({ caseSensitive: false });
  const form = text({ type: isForm, limit: maxFormBytes });
  for (const [paths, first, second] of [
    [["/oauth/initiate"], initiate, initiate],
    [["/oauth/token"], exchange, exchange],
    [["/oauth/authorize", "/admin/oauth_authorize"], showPage, takeConsent],
  ] as const)
    router
      .route(paths.flatMap((path) => [path, `${path}/index`]))
      .all(logRequests(paths[0].slice(1), "rest"), refuseInsecure)
      .get(answering(first))
      .post(form, answering(second));
  return router;
}

function answering(answer: (asked: Asked) => Promise<void>): RequestHandler {
  return async (request, response) => {
    const oauth = oauthOf(request.instance.own);
    const form = typeof request.body === "string" ? request.body : undefined;
    response.set("Cache-Control", "no-store");
    try {
      await answer({ request, response, oauth, form, sender: senderOf(request, oauth.trustedProxies) });
    } catch (error) {
      if (error instanceof OAuthProblem) sendProblem(response, error);
      else if (error instanceof Unavailable) sendBusy(response, error);
      else throw error;
    }
  };
}

const refuseInsecure: RequestHandler = (request, response, next) => {
  const { trustedProxies } = oauthOf(request.instance.own);
  if (isConfidential(request, trustedProxies)) return next();
  sendErrors(response, 403, "Secrets can only be exchanged by HTTPS or from the server's own machine.");
};

function sendProblem(response: Response, { message, status }: OAuthProblem): void {
  response.status(status);
  if (status === 401) response.set("WWW-Authenticate", 'OAuth realm="api"');
  sendForm(response, message);
}

function sendBusy(response: Response, { message, retryAfterSeconds }: Unavailable): void {
  response.set("Retry-After", String(retryAfterSeconds));
  sendErrors(response, 503, message);
}

function sendForm(response: Response, fields: string): void {
  response.type("application/x-www-form-urlencoded").send(fields);
}

async function initiate({ request, response, oauth, sender, form }: Asked): Promise<void> {
  const verified = await oauth.access.verify({ request, response, form }, sender.address);
  const token = await oauth.handshake.initiate(verified);
  sendForm(response, `${fieldsOf(token)}&oauth_callback_confirmed=true`);
}

async function exchange({ request, response, oauth, sender, form }: Asked): Promise<void> {
  const verified = await oauth.access.verify({ request, response, form }, sender.address, "request");
  sendForm(response, fieldsOf(await oauth.handshake.exchange(verified)));
}

function fieldsOf({ id, secret }: OAuthTokenDoc): string {
  return new URLSearchParams({ oauth_token: id, oauth_token_secret: secret }).toString();
}

const over =
  "This request for access is unknown or has ended; start again from the program that sent you here.";

async function showPage({ request, response, oauth }: Asked): Promise<void> {
  const { oauth_token } = request.query;
  const pending = await oauth.handshake.pending(typeof oauth_token === "string" ? oauth_token : "");
  if (!pending) return sendErrors(response, 404, over);
  sendPage(request, response, pending);
}

async function takeConsent({ request, response, oauth, sender, form }: Asked): Promise<void> {
  const fields = new URLSearchParams(form);
  const field = (name: string) => fields.get(name) ?? "";
  const pending = await oauth.handshake.pending(field("oauth_token"));
  if (!pending) return sendErrors(response, 404, over);
  const key = formKeyOf(request);
  if (key === undefined || !isSameSecret(field("form_key"), key))
    return sendErrors(response, 403, "The form does not come from the page; open it again.");
  const { id, callback } = pending.token;
  if (fields.has("deny")) {
    await oauth.handshake.refuse(id);
    return goBack(response, callback, { oauth_token: id, oauth_problem: "permission_denied" }, refusedPage);
  }
  const username = field("username");
  const basic = { username, password: field("password") };
  const caller = await oauth.authentication
    .enter({ address: sender.address, hasAuthorization: true, basic }, undefined)
    .catch((error: unknown) => refusalOf(error));
  if ("problem" in caller) {
    response.status(caller.status);
    if (caller.retryAfter !== undefined) response.set("Retry-After", String(caller.retryAfter));
    return sendPage(request, response, pending, { problem: caller.problem, username });
  }
  const verifier = await oauth.handshake.approve(id, ownerOfCaller(caller));
  if (verifier === undefined) return sendErrors(response, 404, over);
  goBack(response, callback, { oauth_token: id, oauth_verifier: verifier }, verifierPage(verifier));
}

/** What the page says about wrong credentials. Anything else is thrown on. */
function refusalOf(error: unknown) {
  if (!(error instanceof Fault) || error instanceof Unavailable || error.fault === "internal") throw error;
  const { retry_after } = error.data as { readonly retry_after?: number };
  return retry_after === undefined
    ? ({ status: 401, problem: "Name or password is wrong.", retryAfter: undefined } as const)
    : ({ status: 429, problem: "Too many attempts; wait and try again.", retryAfter: retry_after } as const);
}

function sendPage(
  request: Request,
  response: Response,
  { token, name }: Pending,
  more: Pick<ConsentPage, "problem" | "username"> = {},
): void {
  const formKey = formKeyOf(request) ?? randomBytes(32).toString("hex");
  const callback = token.callback ?? outOfBand;
  const host = callback === outOfBand ? undefined : new URL(callback).host;
  // Without a path, it applies to the addresses at the same level as this one, whatever comes before them.
  response.append("Set-Cookie", `${formCookie}=${formKey}; HttpOnly; SameSite=Strict${secure(request)}`);
  sendHtml(response, callback, consentPage({ token: token.id, formKey, name, host, ...more }));
}

function sendHtml(response: Response, callback: string, page: string): void {
  response.set({ "Content-Security-Policy": pagePolicy(callback), "X-Frame-Options": "DENY" });
  response.type("html").send(page);
}

/** @param page for clients without an address */
function goBack(
  response: Response,
  callback: string | null,
  fields: Readonly<Record<string, string>>,
  page: string,
): void {
  if (callback === null || callback === outOfBand) return sendHtml(response, outOfBand, page);
  const url = new URL(callback);
  for (const [name, value] of Object.entries(fields)) url.searchParams.append(name, value);
  response.redirect(303, url.href);
}

const formCookie = "oauth_form";

/** The token against forged requests: no page of another site can set the cookie. */
function formKeyOf({ headers }: Request): string | undefined {
  return /(?:^|;\s*)oauth_form=([0-9a-f]{64})(?:;|$)/.exec(headers.cookie ?? "")?.[1];
}

function secure(request: Request): string {
  const { trustedProxies } = oauthOf(request.instance.own);
  return arrivedByHttps(request, trustedProxies) ? "; Secure" : "";
}
