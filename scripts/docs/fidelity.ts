/**
 * The text of docs/fidelity.md: its prose, then the tables of the shipped recordings, replayed against a server of this version with
 * their shop.
 */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { createControl } from "../../generated/clients/typescript/control.js";
import { shopContract } from "../../src/shop/contract.js";
import { startServer } from "../../src/testing/embedded/start-server.js";
import { fidelityPage, type FidelityPart } from "../../src/addons/living/fidelity/page.js";
import { shippedFile, shippedRecordings, shippedRules } from "../../src/addons/living/recording/shipped.js";
import { readRecording } from "../../src/addons/living/replay/recording-lines.js";
import { LivingReplay } from "../../src/addons/living/replay/replay.js";

/** The text above this heading is written by hand. */
const heading = "## Result for a live OpenMage";
const about = `${heading}

\`npm run fidelity\` writes this part of the page. The exchanges of a live OpenMage LTS 20.16.0 (a maintained Magento 1) were
replayed against this server, with the data of the same shop and with \`COMPAT_VALUES=strings\`. The replay compares outcomes, numbers
of faults, the members of answers and their types, and also counts equal values.`;

/** @param page the present text, of which the part above the result is kept */
export async function shippedFidelity(page: string): Promise<string> {
  const [prose = "", result] = page.split(heading);
  if (result === undefined) throw new Error(`docs/fidelity.md has no heading "${heading}"`);
  const rules = shippedRules();
  const parts: FidelityPart[] = [];
  const folder = await mkdtemp(join(tmpdir(), "fidelity-"));
  try {
    for (const shop of new Set(shippedRecordings.map((one) => one.shop))) {
      const dataset = await plainFile(shippedFile(shop), folder);
      const server = await startServer({ dataset, compatValues: "strings" });
      const control = createControl({ url: server.url });
      try {
        for (const { file, title } of shippedRecordings.filter((one) => one.shop === shop)) {
          const replay = new LivingReplay({
            contract: shopContract,
            url: server.url,
            username: "admin",
            control,
            rules,
            withValues: false,
            readsOnly: false,
            reset: () => control.resetShop(),
          });
          parts.push({ title, report: await replay.run(readRecording(shippedFile(file))) });
        }
      } finally {
        await server.stop();
      }
    }
    return fidelityPage(parts, rules, shopContract, prose + about);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The path of a file, decompressed into the folder if its name ends with .gz. */
async function plainFile(path: string, folder: string): Promise<string> {
  if (!path.endsWith(".gz")) return path;
  const plain = join(folder, basename(path, ".gz"));
  await writeFile(plain, gunzipSync(await readFile(path)));
  return plain;
}
