/** Why a signed request is refused, in the words of the extension "Problem Reporting" of OAuth 1.0. */

type OAuthReason =
  | "signature_invalid"
  | "token_rejected"
  | "consumer_key_rejected"
  | "timestamp_refused"
  | "version_rejected"
  | "signature_method_rejected"
  | "nonce_used"
  | "verifier_invalid";

/** What is missing or malformed, in place of wrong: signing with the right keys would not help. */
const malformed =
  /^(?:parameter_absent|parameter_rejected|version_rejected|timestamp_refused|signature_method_rejected)\b/;

export class OAuthProblem extends Error {
  constructor(readonly reason: string) {
    super(`oauth_problem=${reason}`);
  }

  /** The status at the addresses that give out tokens. */
  get status(): 400 | 401 {
    return malformed.test(this.reason) ? 400 : 401;
  }
}

export const oauthProblem = (reason: OAuthReason): OAuthProblem => new OAuthProblem(reason);

export function absent(parameter: string): OAuthProblem {
  return new OAuthProblem(`parameter_absent&oauth_parameters_absent=${parameter}`);
}

/** A parameter that was sent twice, or whose value is not allowed. */
export function rejected(parameter: string): OAuthProblem {
  return new OAuthProblem(`parameter_rejected&oauth_parameters_rejected=${parameter}`);
}
