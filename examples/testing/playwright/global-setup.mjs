// playwright.config: { globalSetup: "./global-setup.mjs" }. Playwright calls the returned function at the
// end.
import { startServer } from "store-management-api";

export default async function globalSetup() {
  const server = await startServer();
  process.env.STORE_API_URL = server.url;
  return () => server.stop();
}
