/** The error object of @open-rpc/server-js. The build puts the package itself in place of these imports (D-88). */
export { JSONRPCError } from "@open-rpc/server-js/build/error.js";
