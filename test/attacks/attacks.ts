/** All attacks, in the order of the table that scripts/torture.ts prints. */
import { accessAttacks } from "./access-attacks.js";
import type { Attack } from "./attack.js";
import { growthAttacks } from "./growth-attacks.js";
import { memoryAttacks } from "./memory-attacks.js";
import { protocolAttacks } from "./protocol-attacks.js";

export const attacks: readonly Attack[] = [
  ...memoryAttacks,
  ...protocolAttacks,
  ...accessAttacks,
  ...growthAttacks,
];
