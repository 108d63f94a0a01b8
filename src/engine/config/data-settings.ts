/** Settings of the data, and of which operations there are. */
import { anyText, choice, onOff, pathList, storageSetting } from "./parsers.js";
import { optional, setting, type SettingRow } from "./row.js";

export const dataSettings = {
  storage: setting({
    group: "Data",
    parse: storageSetting,
    default: "file:./data",
    help: "memory: (never touches the disk), file:<folder> or postgres://<user>:<password>@<host>/<database>.",
  }),
  storagePasswordFile: optional({
    group: "Data",
    parse: anyText,
    defaultText: "none: the password is in STORAGE",
    help: "File with the password of the database; it is read for each connection, so a new password needs no restart.",
  }),
  storageCaFile: optional({
    group: "Data",
    parse: anyText,
    defaultText: "none: the authorities of Node.js",
    help: "File (PEM) with the authorities that may sign the certificate of the database, for sslmode=verify-ca or verify-full.",
  }),
  dataset: setting({
    group: "Data",
    parse: anyText,
    default: ({ production }) => (production ? "minimal" : "sample"),
    defaultText: "sample; minimal with NODE_ENV=production",
    help: "Loaded into an empty storage: sample, minimal, or the path of a dataset file.",
  }),
  extend: setting<readonly string[]>({
    group: "Data",
    parse: pathList,
    default: "",
    defaultText: "none",
    repeats: true,
    help: "Chapters of own operations to serve: paths separated by commas; the flag may be repeated.",
  }),
  allowHandlers: setting({
    group: "Data",
    parse: onOff,
    default: "off",
    help: "Run the handlers (JavaScript) of chapters that a dataset names; those of EXTEND always run.",
  }),
  namespaces: setting({
    group: "Rules",
    parse: choice("all", "documents"),
    default: "all",
    help: "Offered operations: all, or documents (only the 13 namespaces of the API documents).",
  }),
} satisfies Record<string, SettingRow<unknown>>;
