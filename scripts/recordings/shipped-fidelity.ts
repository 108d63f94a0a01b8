/** The text of docs/fidelity.md: the shipped recordings, replayed against a server of this version with their shop. */
import { createControl } from "../../generated/clients/typescript/control.js";
import { shopContract } from "../../src/shop/contract.js";
import { startServer } from "../../src/testing/embedded/start-server.js";
import { fidelityPage, type FidelityPart } from "../../src/addons/living/fidelity/page.js";
import { shippedFile, shippedRecordings, shippedRules } from "../../src/addons/living/recording/shipped.js";
import { readRecording } from "../../src/addons/living/replay/recording-lines.js";
import { LivingReplay } from "../../src/addons/living/replay/replay.js";

const about = `Written by \`npm run fidelity\`. The exchanges of a live OpenMage LTS 20.16.0 (a maintained Magento 1) were replayed against this server,
with the data of the same shop and with \`COMPAT_VALUES=strings\`. The replay compares outcomes, numbers of faults, the members of answers
and their types. [compare.md](compare.md) describes the comparison, and how to do the same with a recording of your own shop:
\`store-api replay day.jsonl --url http://127.0.0.1:8080 --page fidelity.md\`.`;

export async function shippedFidelity(): Promise<string> {
  const rules = shippedRules();
  const server = await startServer({ dataset: shippedFile(shippedRecordings.shop), compatValues: "strings" });
  const control = createControl({ url: server.url });
  try {
    const parts: FidelityPart[] = [];
    for (const { file, title } of shippedRecordings.files) {
      const replay = new LivingReplay({
        ...{ contract: shopContract, url: server.url, username: "admin", control, rules },
        ...{ withValues: false, readsOnly: false, reset: () => control.resetShop() },
      });
      parts.push({ title, report: await replay.run(readRecording(shippedFile(file))) });
    }
    return fidelityPage(parts, rules, shopContract, about);
  } finally {
    await server.stop();
  }
}
