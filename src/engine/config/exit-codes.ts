/** How the process ends, for scripts that start it. */
export const exitCodes = {
  stopped: { code: 0, meaning: "stopped by request, all data is on disk" },
  failed: { code: 1, meaning: "unexpected error; see the log" },
  setting: { code: 2, meaning: "a setting is wrong" },
  listen: { code: 3, meaning: "cannot listen on the address, for example because the port is taken" },
  inUse: { code: 4, meaning: "another process uses the data folder" },
  damaged: { code: 5, meaning: "the data folder is damaged or not usable, or the database is not usable" },
  dataset: { code: 6, meaning: "the dataset cannot be loaded" },
} as const;

export type ExitReason = keyof typeof exitCodes;
