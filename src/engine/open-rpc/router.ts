/** The Router of @open-rpc/server-js. The build puts the package itself in place of these imports (D-88). */
export { Router } from "@open-rpc/server-js/build/router.js";
