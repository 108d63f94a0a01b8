/** The Content-Security-Policy of pages: only their own files and requests to this server. */

const common = {
  "default-src": "'none'",
  "script-src": "'self'",
  "style-src": "'self'",
  "img-src": "'self' data:",
  "font-src": "'self'",
  "connect-src": "'self'",
  "base-uri": "'none'",
  "form-action": "'none'",
  "frame-ancestors": "'none'",
};

const policies = {
  /** Trusted types: the browser refuses `innerHTML` and similar, so text can never become markup. */
  own: {
    ...common,
    // Mail is shown in a sandboxed frame.
    "frame-src": "'self'",
    "require-trusted-types-for": "'script'",
    "trusted-types": "'none'",
  },
  /** Swagger UI builds its own markup, which trusted types would refuse. */
  viewer: common,
};

export type PolicyName = keyof typeof policies;

/** The value of `Content-Security-Policy`. */
export function contentSecurityPolicy(name: PolicyName): string {
  return Object.entries(policies[name])
    .map((directive) => directive.join(" "))
    .join("; ");
}
