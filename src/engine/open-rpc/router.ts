/** The Router of @open-rpc/server-js. The build bundles it (D-88). */
export { Router, type MethodMapping } from "@open-rpc/server-js/build/router.js";
