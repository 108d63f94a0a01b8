/** How the process ends, for scripts that start it. */
export const exitCodes = {
  stopped: { code: 0, meaning: "stopped as asked, everything is on disk" },
  failed: { code: 1, meaning: "something unexpected happened; see the log" },
  setting: { code: 2, meaning: "a setting is wrong" },
  listen: { code: 3, meaning: "the address cannot be listened on, for example a taken port" },
  inUse: { code: 4, meaning: "another process uses the data folder" },
  damaged: { code: 5, meaning: "the data folder is damaged or cannot be used, or the database cannot" },
  dataset: { code: 6, meaning: "the dataset cannot be loaded" },
} as const;

export type Ending = keyof typeof exitCodes;
