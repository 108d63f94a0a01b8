/** `npm run pictures`: takes the screenshots of the README. */
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Command } from "commander";
import { startServer } from "../../src/index.js";
import { launchBrowser } from "./browser.js";

const folder = fileURLToPath(new URL("../../docs/pictures/", import.meta.url));

/** The pages, with their addresses and an element to wait for. */
const pictures = [
  { name: "start", path: "/", seen: ".facts" },
  { name: "docs", path: "/docs/operations/sales_order_shipment.create", seen: ".search input" },
  { name: "console", path: "/console", seen: "main tbody tr" },
] as const;

new Command("npm run pictures --")
  .description("Takes the screenshots of the README: docs/pictures/*.png.")
  .parse();

await using server = await startServer();
await server.control.setClock({ now: "2025-06-01 12:00:00" });
const browser = await launchBrowser();
mkdirSync(folder, { recursive: true });
for (const { name, path, seen } of pictures) {
  const page = await browser.newPage({ viewport: { width: 1200, height: 720 }, reducedMotion: "reduce" });
  await page.goto(server.url + path);
  await page.locator(seen).first().waitFor();
  const bytes = await page.screenshot();
  writeFileSync(`${folder}${name}.png`, bytes);
  console.log(`docs/pictures/${name}.png: ${Math.round(bytes.length / 1024)} kB`);
}
await browser.close();
