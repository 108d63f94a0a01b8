/** The text of docs/fidelity.md: the shipped recordings, replayed against a server of this version with their shop. */
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

const about = `\`npm run fidelity\` writes this page. The exchanges of a live OpenMage LTS 20.16.0 (a maintained Magento 1) were replayed against this server,
with the data of the same shop and with \`COMPAT_VALUES=strings\`. The replay compares outcomes, numbers of faults, the members of answers
and their types, and also counts equal values. A door is a protocol. [compare.md](compare.md) describes the comparison, and how to do the same with a recording of your own shop:
\`store-api replay day.jsonl --url http://127.0.0.1:8080 --page fidelity.md\`.`;

export async function shippedFidelity(): Promise<string> {
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
            ...{ contract: shopContract, url: server.url, username: "admin", control, rules },
            ...{ withValues: false, readsOnly: false, reset: () => control.resetShop() },
          });
          parts.push({ title, report: await replay.run(readRecording(shippedFile(file))) });
        }
      } finally {
        await server.stop();
      }
    }
    return fidelityPage(parts, rules, shopContract, about);
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
