/** What the files of clients are called. Apart from the routes, so that pages made at build time need no web server. */
import { packageVersion } from "../engine/config/package.js";

const version = packageVersion();

/** What pip installs from its address. */
export const wheelName = `store_management_api-${version}-py3-none-any.whl`;

/** What Composer takes from a folder of artifacts, or somebody unpacks. */
export const phpZipName = `store-management-api-client-${version}.zip`;
