/** Settings of the process: where it listens, who gets in, how much it takes, what it logs. */
import {
  addressList,
  anyText,
  choice,
  hostList,
  integer,
  onOff,
  originList,
  secretWord,
  webAddress,
  word,
} from "./parsers.js";
import { optional, setting, type SettingRow } from "./row.js";

/** Public, so that nothing needs to be set to try the server; production refuses it. */
export const defaultApiKey = "admin123";

const day = 86_400;
const MiB = 1024 * 1024;

export const servingSettings = {
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
    help: "IP addresses or ranges (10.0.0.0/8) of proxies whose X-Forwarded-For and X-Forwarded-Proto are believed.",
  }),
  tlsCert: optional({
    group: "Address",
    parse: anyText,
    defaultText: "none: plain HTTP",
    help: "File of the certificate, with those between it and the root, as PEM; with it the server speaks HTTPS.",
  }),
  tlsKey: optional({
    group: "Address",
    parse: anyText,
    defaultText: "none",
    help: "File of the private key of the certificate, as PEM.",
  }),
  requireHttps: setting({
    group: "Address",
    parse: onOff,
    default: "off",
    help: "Refuse requests that did not come by HTTPS, here or to a trusted proxy; health and metrics excepted.",
  }),
  corsOrigins: setting<readonly string[]>({
    group: "Address",
    parse: (text) => (text === "" ? [] : originList(text)),
    default: "",
    defaultText: "none",
    help: "Origins whose pages may call the API from a browser, for example https://admin.shop.example.",
  }),

  allowedHosts: setting<readonly string[]>({
    group: "Address",
    parse: (text) => (text === "" ? [] : hostList(text)),
    default: "",
    defaultText: "none",
    help: "Names that requests may be sent to while a user has the default key, besides localhost and BASE_URL.",
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
    default: defaultApiKey,
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
    parse: secretWord(16),
    secret: true,
    help: "Opens the test control to other machines that send it as Bearer: at least 16 characters.",
  }),
  docs: optional({
    group: "Access",
    parse: onOff,
    defaultText: "with the test control, for those who may use it",
    help: "Documentation at /docs: on shows it to everybody, without control too; off to nobody.",
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
    help: "Largest call; 1 MiB of it may stand outside of base64 (files).",
  }),
  maxRestBodyBytes: setting({
    group: "Limits",
    parse: integer(1024, 256 * MiB),
    default: String(MiB),
    help: "Largest REST or test control request.",
  }),
  stateMaxBytes: setting({
    group: "Limits",
    parse: integer(1024, 4 * 1024 * MiB),
    default: String(1024 * MiB),
    help: "Largest state that PUT /control/state takes.",
  }),
  requestTimeoutSeconds: setting({
    group: "Limits",
    parse: integer(1, 3600),
    default: "60",
    help: "A call that takes longer is given up, a request that arrives slower is cut off.",
  }),
  idempotencyMaxKeys: setting({
    group: "Limits",
    parse: integer(1, 100_000_000),
    default: "250000",
    help: "Idempotency keys of the last 24 hours that are remembered; calls with further ones are answered 503 with Retry-After.",
  }),
  maxConnections: setting({
    group: "Limits",
    parse: integer(10, 1_000_000),
    default: "10000",
    help: "Open connections; beyond that an idle one is closed for each that comes.",
  }),
  maxCallsUnderWay: setting({
    group: "Limits",
    parse: integer(10, 1_000_000),
    default: "1000",
    help: "Requests that are worked on or wait at once; further ones are answered 503 with Retry-After.",
  }),
  bodyBudgetBytes: setting({
    group: "Limits",
    parse: integer(MiB, 2 ** 40),
    default: String(128 * MiB),
    help: "Memory for requests that are arriving, all together.",
  }),
  anonymousBodyBudgetBytes: setting({
    group: "Limits",
    parse: integer(MiB, 2 ** 40),
    default: String(32 * MiB),
    help: "Memory for arriving requests without a session or credentials in their beginning, all together.",
  }),
  maxAnswerBytes: setting({
    group: "Limits",
    parse: integer(MiB, 256 * MiB),
    default: String(16 * MiB),
    help: "When the answer to a batch or multiCall is larger, its further calls are refused.",
  }),
  answerBudgetBytes: setting({
    group: "Limits",
    parse: integer(MiB, 2 ** 40),
    default: String(256 * MiB),
    help: "Memory for answers that their readers have not taken yet, all together.",
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

  unknownMembers: setting({
    group: "Doors",
    parse: choice("pass", "refuse"),
    default: "pass",
    help: "refuse: members of data objects that nobody knows are faults, as by the header Prefer: handling=strict.",
  }),
  compatValues: setting({
    group: "Doors",
    parse: choice("none", "strings"),
    default: "none",
    help: "strings: JSON-RPC results with numbers as text, as Magento 1 and the XML doors have them.",
  }),
  wsdlNamespace: setting({
    group: "Doors",
    parse: word,
    default: "urn:Magento",
    help: "Target namespace of the WSDLs; requests in urn:Magento, urn:OpenMage or none are taken all the same.",
  }),
  wsiCompliance: setting({
    group: "Doors",
    parse: onOff,
    default: "off",
    help: "SOAP v2 as document/literal (WS-I) in place of rpc/encoded.",
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

  stopWithParent: setting({
    group: "Process",
    parse: onOff,
    default: "off",
    help: "Stop when standard input closes, as it does when the program that started this one ends.",
  }),
} satisfies Record<string, SettingRow<unknown>>;
