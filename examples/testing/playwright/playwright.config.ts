// One server for all workers (global-setup.mjs), and a separate shop for each test (fixture.ts).
import { defineConfig } from "@playwright/test";

export default defineConfig({
  globalSetup: "./global-setup.mjs",
  // The browser to start if Playwright's own browser is not installed.
  use: { launchOptions: { executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] } },
});
