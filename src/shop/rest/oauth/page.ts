/** The pages of `/oauth/authorize`, which has several addresses: the form is sent to its own. They load nothing and run no script. */
import { hash } from "node:crypto";
import { visibleXmlText } from "../../../engine/xml/text.js";

const style =
  "body{font:16px sans-serif;max-width:26em;margin:3em auto;padding:0 1em}label,input{display:block;margin:.5em 0}";

export interface ConsentPage {
  readonly token: string;
  /** The token against forged requests. */
  readonly formKey: string;
  /** What the consumer is called; null = it has no name. */
  readonly name: string | null;
  /** The host that the person is sent back to; undefined for `oob`. */
  readonly host: string | undefined;
  readonly problem?: string | undefined;
  readonly username?: string | undefined;
}

export function consentPage({ token, formKey, name, host, problem, username = "" }: ConsentPage): string {
  const who = name === null ? "A program" : `<b>${visibleXmlText(name)}</b>`;
  return page(
    "Allow access",
    `<p>${who}${host === undefined ? "" : ` at <b>${visibleXmlText(host)}</b>`} asks to act for you in this shop, with all your rights.</p>
${problem === undefined ? "" : `<p role="alert"><strong>${visibleXmlText(problem)}</strong></p>`}
<form method="post" action="?" autocomplete="off">
<input type="hidden" name="oauth_token" value="${visibleXmlText(token)}">
<input type="hidden" name="form_key" value="${visibleXmlText(formKey)}">
<label>User name, or e-mail address of a customer <input name="username" maxlength="255" value="${visibleXmlText(username)}"></label>
<label>API key, or password <input name="password" type="password" maxlength="256"></label>
<button>Allow</button> <button name="deny" value="1">Refuse</button>
</form>`,
  );
}

/** For clients without an address. */
export function verifierPage(verifier: string): string {
  return page(
    "Access allowed",
    `<p>Give this code to the program that asked for it:</p>
<input name="oauth_verifier" readonly size="34" value="${visibleXmlText(verifier)}">`,
  );
}

export const refusedPage = page(
  "Access refused",
  "<p>The program gets no access. You can close this page.</p>",
);

/** @param callback the address that the form leads to in the end: browsers check it, too */
export function pagePolicy(callback: string): string {
  const origin = URL.canParse(callback) ? ` ${new URL(callback).origin}` : "";
  return [
    "default-src 'none'",
    `style-src 'sha256-${hash("sha256", style, "base64")}'`,
    `form-action 'self'${origin}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${style}</style>
<h1>${title}</h1>
${body}
</html>
`;
}
