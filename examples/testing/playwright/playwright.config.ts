// One server for all workers (global-setup.mjs), in each test a shop of its own (fixture.ts).
import { defineConfig } from "@playwright/test";

export default defineConfig({
  globalSetup: "./global-setup.mjs",
  // Where Playwright's own browser is not installed: the program to start.
  use: { launchOptions: { executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] } },
});
