/** The file names of the clients. Separate from the routes, so that the build of the pages does not load the web server. */
import { packageVersion } from "../../engine/config/package.js";

const version = packageVersion();

/** For `pip install <address>`. */
export const wheelName = `store_management_api-${version}-py3-none-any.whl`;

/** For Composer's artifact repositories, or to unpack. */
export const phpZipName = `store-management-api-client-${version}.zip`;
