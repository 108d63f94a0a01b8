/** The commands for a living shop, besides `import --from`. */
import type { CommandTools } from "../../../cli/command-tools.js";
import { addConform } from "./conform.js";
import { addFaultTexts } from "./fault-texts.js";
import { addRecord } from "./record.js";
import { addReplay } from "./replay.js";

export function addCommands({ program, write, fail }: CommandTools): void {
  addConform(program, write, fail);
  addFaultTexts(program, write);
  addRecord(program, fail);
  addReplay(program, write);
}
