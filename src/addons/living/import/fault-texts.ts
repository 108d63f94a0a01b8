/** Reads the texts of a shop's faults, which programs compare (doors 0.2). */
import { globalFaults } from "../../../../generated/convention.js";
import { faultTextProblems, globalTexts, type FaultTexts } from "../../../engine/contract/fault-texts.js";
import { shopContract } from "../../../shop/contract.js";
import type { ImportReporter } from "./report.js";
import { rowsIn, SourceFailure, SourceRefusal, textIn, type ShopSource } from "./source.js";

interface FaultTextsContext {
  readonly source: Pick<ShopSource, "askMethod">;
  readonly report: ImportReporter;
}

/** The finding about faults that this service does not have. */
export const unplacedTexts = "texts of faults that this service does not have";

/** The texts by namespace and number, of the faults that this service has. The report counts the others. */
export async function readFaultTexts({ source, report }: FaultTextsContext): Promise<FaultTexts> {
  const texts: Record<string, Record<string, string>> = {};
  const [unread, unplaced]: [string[], string[]] = [[], []];
  const ask = async (place: string, method: string, args: readonly string[]) => {
    try {
      return rowsIn(await source.askMethod(method, args));
    } catch (error) {
      if (!(error instanceof SourceRefusal) && !(error instanceof SourceFailure)) throw error;
      unread.push(`${place}: ${error.message}`);
      return [];
    }
  };
  const general = await ask(globalTexts, "globalFaults", []);
  const keep = (place: string, rows: typeof general, faults: typeof globalFaults) => {
    for (const row of rows) {
      const [code, message] = [textIn(row.code), textIn(row.message)];
      if (code === undefined || !message?.trim()) continue;
      const own = Object.values(faults).filter((fault) => String(fault.code) === code);
      // A namespace without faults of its own returns the global ones.
      if (own.length === 0 && general.some((one) => textIn(one.code) === code)) continue;
      // Our own texts come from one of our servers.
      if (own.some((fault) => fault.message === message)) continue;
      const [problem] = faultTextProblems(shopContract, { [place]: { [code]: message } }, "");
      // Of several faults with one number, the first one counts.
      if (!problem) (texts[place] ??= {})[code] ??= message;
      else unplaced.push(`${place} ${code}: ${message}`);
    }
  };
  keep(globalTexts, general, globalFaults);
  for (const [namespace, { faults }] of Object.entries(shopContract.tables.namespaces))
    keep(namespace, await ask(namespace, "resourceFaults", [namespace]), faults);
  report.findOnce("texts of faults: not read", unread);
  report.findOnce(unplacedTexts, unplaced);
  return texts;
}
