/** The error object of @open-rpc/server-js. The build bundles it (D-88). */
export { JSONRPCError } from "@open-rpc/server-js/build/error.js";
