/** Access to the pages of the test control: they are open to everyone who may use the control itself (docs/testing.md). */
import { createHmac, timingSafeEqual } from "node:crypto";
import { json, Router, type Request, type RequestHandler } from "express";
import { requireControlAccess, type ControlAccess } from "../../testing/control/control-access.js";
import { sendErrors } from "../../engine/serving/errors.js";
import { arrivedByHttps } from "../../engine/http/request.js";
import { html } from "./html.js";
import { sendPage } from "./shell.js";

const cookieName = "store-api-pages";

/**
 * A browser that opens an address sends no Bearer token. If there is a control token, the page asks for it once and gets a
 * cookie. The cookie only opens pages: requests of their scripts to the control still send the token.
 *
 * @param may the required right: to use the control, or to read what is not secret
 */
export function requirePageAccess(
  access: ControlAccess,
  may: "mayUse" | "mayRead" = "mayUse",
): RequestHandler {
  return async (request, response, next) => {
    if (hasCookie(request, access.token) || (await access[may](request))) return next();
    if (!request.accepts(["html"])) {
      response.status(403).json({ errors: [{ message: "This page is protected like the test control." }] });
      return;
    }
    await sendPage(request, response, entrancePage(access.token));
  };
}

function entrancePage(token: string | undefined) {
  const title = "Protected page";
  if (token === undefined) {
    return {
      title,
      status: 403,
      main: html`<h1>This page is for this machine only</h1>
        <p>
          It belongs to the test control, which only accepts callers on the server's own machine. Start the
          server with
          <code>STORE_API_CONTROL_TOKEN</code> to open it to everyone who knows the token.
        </p>`,
    };
  }
  return {
    title,
    status: 403,
    scripts: ["entrance.js"],
    main: html`<h1>This page needs the control token</h1>
      <p>It is the <code>STORE_API_CONTROL_TOKEN</code> that the server was started with.</p>
      <form id="entrance" class="form narrow">
        <label for="token">Control token</label>
        <input id="token" type="password" autocomplete="current-password" required />
        <p role="alert" id="refusal"></p>
        <button class="button primary">Open</button>
      </form>`,
  };
}

/** `POST /pages/entrance` with the token as Bearer sets the cookie. */
export function entranceRoute(access: ControlAccess, trustedProxies: readonly string[]): Router {
  const router = Router();
  const allowed = requireControlAccess(access);
  router.post("/pages/entrance", json({ limit: 1024 }), allowed, (request, response) => {
    if (access.token === undefined) return sendErrors(response, 403, "There is no control token.");
    response.cookie(cookieName, proofOf(access.token), {
      httpOnly: true,
      sameSite: "strict",
      path: "/",
      secure: arrivedByHttps(request, trustedProxies),
    });
    response.status(204).end();
  });
  return router;
}

function hasCookie(request: Request, token: string | undefined): boolean {
  if (token === undefined) return false;
  const cookies = (request.headers.cookie ?? "").split(/; */);
  const brought = cookies.find((cookie) => cookie.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1);
  const [one, other] = [Buffer.from(brought ?? ""), Buffer.from(proofOf(token))];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** The value of the cookie: proves knowledge of the token without revealing it. */
function proofOf(token: string): string {
  return createHmac("sha256", token).update("opens the pages").digest("base64url");
}
