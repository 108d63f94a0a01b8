/** What a page may load and do: its own files, this server, and nothing else. */

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
  /** No text ever becomes markup: the browser refuses `innerHTML` and its like. */
  own: {
    ...common,
    // Letters of the shop are shown in a frame that runs nothing.
    "frame-src": "'self'",
    "require-trusted-types-for": "'script'",
    "trusted-types": "'none'",
  },
  /** The viewer of the OpenAPI documents, a library that builds its own markup. */
  viewer: common,
};

export type PolicyName = keyof typeof policies;

/** The value of `Content-Security-Policy`. */
export function contentSecurityPolicy(name: PolicyName): string {
  return Object.entries(policies[name])
    .map((directive) => directive.join(" "))
    .join("; ");
}
