/** Every setting once: what it means, how it is read, its default (interface.md 3, conventions 11). */
import {
  addressList,
  anyText,
  choice,
  countryList,
  integer,
  mailAddress,
  onOff,
  smtpAddress,
  storageSetting,
  webAddress,
  word,
  type Parser,
} from "./parsers.js";

/** What defaults depend on besides the setting itself. */
export interface Surroundings {
  readonly production: boolean;
  /** The log goes to a person's screen. */
  readonly terminal: boolean;
}

export interface SettingRow<Value> {
  readonly parse: Parser<Value>;
  /** As the setting would be written; undefined = not set. */
  readonly default?: string | ((surroundings: Surroundings) => string);
  /** What `--help` says instead of the default, where that is no fixed text. */
  readonly defaultText?: string;
  readonly group: Group;
  readonly help: string;
  readonly secret?: true;
}

export const groups = ["Address", "Data", "Access", "Limits", "Rules", "Mail", "Log"] as const;
export type Group = (typeof groups)[number];

const day = 86_400;
const MiB = 1024 * 1024;

/** A setting that may stay unset. */
function optional<Value>(row: SettingRow<Value>): SettingRow<Value | undefined> {
  return row;
}

function setting<Value>(
  row: SettingRow<Value> & { default: NonNullable<SettingRow<Value>["default"]> },
): SettingRow<Value> {
  return row;
}

/** By name: `maxRpcBodyBytes` is the variable MAX_RPC_BODY_BYTES and the flag --max-rpc-body-bytes. */
export const settingTable = {
  host: setting({
    group: "Address",
    parse: word,
    default: "127.0.0.1",
    help: "Address to listen on; 0.0.0.0 for every network.",
  }),
  port: setting({
    group: "Address",
    parse: integer(0, 65_535),
    default: "8080",
    help: "Port to listen on; 0 picks a free one and prints it.",
  }),
  baseUrl: optional({
    group: "Address",
    parse: webAddress,
    defaultText: "from the listening address",
    help: "Address of the service as clients see it; used in image URLs and Location.",
  }),
  trustedProxies: setting<readonly string[]>({
    group: "Address",
    parse: (text) => (text === "" ? [] : addressList(text)),
    default: "",
    defaultText: "none",
    help: "IP addresses of proxies whose X-Forwarded-For and X-Forwarded-Proto are believed.",
  }),
  requireHttps: setting({
    group: "Address",
    parse: onOff,
    default: "off",
    help: "Refuse requests that did not reach a trusted proxy by HTTPS; health and metrics excepted.",
  }),

  storage: setting({
    group: "Data",
    parse: storageSetting,
    default: "file:./data",
    help: "memory: (never touches the disk) or file:<folder>.",
  }),
  dataset: setting({
    group: "Data",
    parse: anyText,
    default: "sample",
    help: "Loaded into an empty storage: sample, minimal, or the path of a dataset file.",
  }),
  journalMaxBytes: optional({
    group: "Data",
    parse: integer(64 * 1024, 2 ** 40),
    defaultText: "64 MiB, or the size of the data up to 256 MiB",
    help: "When the journal of file: is larger, the data is written out and the journal starts anew.",
  }),

  apiUser: setting({
    group: "Access",
    parse: anyText,
    default: "admin",
    help: "First API user, created in an empty storage with all rights.",
  }),
  apiKey: setting({
    group: "Access",
    parse: anyText,
    default: "admin123",
    secret: true,
    help: "Key of the first API user: at least 7 characters, a letter and a digit among them.",
  }),
  control: setting({
    group: "Access",
    parse: onOff,
    default: ({ production }) => (production ? "off" : "on"),
    defaultText: "on; off with NODE_ENV=production",
    help: "Test control: reset, clock, forced faults, users. Needs no credentials.",
  }),
  controlToken: optional({
    group: "Access",
    parse: word,
    secret: true,
    help: "Opens the test control to other machines that send it as Bearer.",
  }),
  sessionTimeoutSeconds: setting({
    group: "Access",
    parse: integer(1, 365 * day),
    default: "3600",
    help: "A session ends after so many seconds without a call.",
  }),
  sessionMaxAgeSeconds: setting({
    group: "Access",
    parse: integer(0, 365 * day),
    default: "86400",
    help: "A session ends so many seconds after login; 0 = never.",
  }),
  loginFailuresPerUser: setting({
    group: "Access",
    parse: integer(1, 1_000_000),
    default: "10",
    help: "Wrong logins with one name from one address before more are refused.",
  }),
  loginFailuresPerAddress: setting({
    group: "Access",
    parse: integer(1, 1_000_000),
    default: "50",
    help: "Wrong logins from one address before more are refused.",
  }),
  loginWindowSeconds: setting({
    group: "Access",
    parse: integer(1, day),
    default: "900",
    help: "The time in which wrong logins are counted.",
  }),

  maxRpcBodyBytes: setting({
    group: "Limits",
    parse: integer(1024, 256 * MiB),
    default: String(16 * MiB),
    help: "Largest JSON-RPC request.",
  }),
  maxRestBodyBytes: setting({
    group: "Limits",
    parse: integer(1024, 256 * MiB),
    default: String(MiB),
    help: "Largest REST or test control request.",
  }),
  requestTimeoutSeconds: setting({
    group: "Limits",
    parse: integer(1, 3600),
    default: "60",
    help: "A call that takes longer is given up, a request that arrives slower is cut off.",
  }),
  callsPerMinute: setting({
    group: "Limits",
    parse: integer(0, 1_000_000),
    default: "0",
    help: "Calls of one session per minute; 0 = no limit.",
  }),
  listMaxRows: setting({
    group: "Limits",
    parse: integer(0, 1_000_000_000),
    default: "0",
    help: "Longest JSON-RPC list; a longer one is refused. 0 = no limit.",
  }),

  imageMaxBytes: setting({
    group: "Limits",
    parse: integer(1024, 64 * MiB),
    default: String(10 * MiB),
    help: "Largest product image.",
  }),
  imageMaxPixels: setting({
    group: "Limits",
    parse: integer(1, 65_535),
    default: "10000",
    help: "Widest and highest product image.",
  }),

  priceScope: setting({
    group: "Rules",
    parse: choice("website", "global"),
    default: "website",
    help: "Whether prices differ between websites: website or global.",
  }),
  customerShareScope: setting({
    group: "Rules",
    parse: choice("website", "global"),
    default: "website",
    help: "Whether an e-mail address may be used once per website, or once: website or global.",
  }),
  returnStockOnRefund: setting({
    group: "Rules",
    parse: onOff,
    default: "off",
    help: "A credit memo puts the refunded goods back into stock.",
  }),
  customerConfirmationRequired: setting({
    group: "Rules",
    parse: onOff,
    default: "off",
    help: "New customers get a confirmation key and cannot sign in until it is cleared.",
  }),
  optionalPostcodeCountries: setting<readonly string[]>({
    group: "Rules",
    parse: countryList,
    default: "HK,IE,MO,PA",
    help: "Countries whose addresses need no postcode.",
  }),
  regionRequiredCountries: setting<readonly string[]>({
    group: "Rules",
    parse: countryList,
    default: "",
    defaultText: "none",
    help: "Countries whose addresses need a region.",
  }),

  smtpUrl: optional({
    group: "Mail",
    parse: smtpAddress,
    secret: true,
    defaultText: "none: mail stays in the outbox",
    help: "Mail server, for example smtp://localhost:25 or smtps://user:password@mail.example.",
  }),
  mailFrom: setting({
    group: "Mail",
    parse: mailAddress,
    default: "shop@example.com",
    help: "Sender of mail.",
  }),

  logLevel: setting({
    group: "Log",
    parse: choice("trace", "debug", "info", "warn", "error", "fatal", "silent"),
    default: "info",
    help: "info writes one line per call; warn only what needs attention.",
  }),
  logFormat: setting({
    group: "Log",
    parse: choice("pretty", "json"),
    default: ({ terminal }) => (terminal ? "pretty" : "json"),
    defaultText: "pretty on a terminal, else json",
    help: "Form of the log on stderr.",
  }),
} satisfies Record<string, SettingRow<unknown>>;

export type SettingName = keyof typeof settingTable;

export const settingNames = Object.keys(settingTable) as SettingName[];

/** `maxRpcBodyBytes` → `MAX_RPC_BODY_BYTES` */
export function variableOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}

/** `maxRpcBodyBytes` → `max-rpc-body-bytes` */
export function flagOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
