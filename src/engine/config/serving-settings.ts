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
    help: "IP addresses or ranges (10.0.0.0/8) of trusted proxies: their X-Forwarded-For and X-Forwarded-Proto are used.",
  }),
  tlsCert: optional({
    group: "Address",
    parse: anyText,
    defaultText: "none: plain HTTP",
    help: "PEM file with the certificate and the intermediate certificates; enables HTTPS.",
  }),
  tlsKey: optional({
    group: "Address",
    parse: anyText,
    defaultText: "none",
    help: "PEM file with the private key of the certificate.",
  }),
  requireHttps: setting({
    group: "Address",
    parse: onOff,
    default: "off",
    help: "Refuse requests without HTTPS to this server or to a trusted proxy, except health and metrics.",
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
    help: "Host names accepted while a user has the default key, in addition to localhost and BASE_URL.",
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
    help: "Key of the first API user: at least 7 characters with a letter and a digit.",
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
    help: "Allows requests from other machines to the test control, with this text as Bearer token: at least 16 characters.",
  }),
  docs: optional({
    group: "Access",
    parse: onOff,
    defaultText: "with the test control, for those who may use it",
    help: "Documentation at /docs: on = for everyone, even without the test control; off = for no one.",
  }),
  passwordHashCost: optional({
    group: "Access",
    parse: integer(10, 17),
    defaultText: "15; 10 with STORAGE=memory:",
    help: "Cost of new hashes of passwords and API keys: log2 of scrypt's N; at least 15 with NODE_ENV=production.",
  }),
  sessionTimeoutSeconds: setting({
    group: "Access",
    parse: integer(1, 365 * day),
    default: "3600",
    help: "Seconds without a call after which a session ends.",
  }),
  sessionMaxAgeSeconds: setting({
    group: "Access",
    parse: integer(0, 365 * day),
    default: "86400",
    help: "Seconds after login after which a session ends; 0 = never.",
  }),
  loginFailuresPerUser: setting({
    group: "Access",
    parse: integer(1, 1_000_000),
    default: "10",
    help: "Failed logins with one name from one address, after which further ones are refused.",
  }),
  loginFailuresPerAddress: setting({
    group: "Access",
    parse: integer(1, 1_000_000),
    default: "50",
    help: "Failed logins from one address in 15 minutes, after which further ones are refused.",
  }),

  maxRpcBodyBytes: setting({
    group: "Limits",
    parse: integer(1024, 256 * MiB),
    default: String(16 * MiB),
    help: "Largest call, in bytes; at most 1 MiB of it outside of base64 texts (files).",
  }),
  stateMaxBytes: setting({
    group: "Limits",
    parse: integer(0, 4 * 1024 * MiB),
    default: String(1024 * MiB),
    help: "Largest state that PUT /control/state accepts, in bytes; 0 = no limit.",
  }),
  requestTimeoutSeconds: setting({
    group: "Limits",
    parse: integer(1, 3600),
    default: "60",
    help: "Time limit of a call, and for receiving a request.",
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
    help: "Largest number of rows of a JSON-RPC list; a longer list is refused. 0 = no limit.",
  }),
  imageMaxBytes: setting({
    group: "Limits",
    parse: integer(1024, 64 * MiB),
    default: String(10 * MiB),
    help: "Largest product image, or file of a downloadable product, in bytes.",
  }),

  unknownMembers: setting({
    group: "Protocols",
    parse: choice("pass", "refuse"),
    default: "pass",
    help: "refuse: unknown members of data objects are faults, as with the header Prefer: handling=strict.",
  }),
  compatValues: setting({
    group: "Protocols",
    parse: choice("none", "strings"),
    default: "none",
    help: "strings: numbers in JSON-RPC results as text, as in Magento 1, XML-RPC and SOAP.",
  }),
  restDefault: setting({
    group: "Protocols",
    parse: choice("xml", "json"),
    default: "xml",
    help: "What REST answers if Accept is */* or application/*: xml or json; signed requests (OAuth) get JSON.",
  }),
  wsdlNamespace: setting({
    group: "Protocols",
    parse: word,
    default: "urn:Magento",
    help: "Target namespace of the WSDLs; requests are accepted in urn:Magento, urn:OpenMage or none in any case.",
  }),
  wsiCompliance: setting({
    group: "Protocols",
    parse: onOff,
    default: "off",
    help: "SOAP v2 as document/literal (WS-I) instead of rpc/encoded.",
  }),
  wsdlExtras: setting({
    group: "Protocols",
    parse: onOff,
    default: "off",
    help: "SOAP v2: WSDL and responses include the parts and members that Magento 1 does not have.",
  }),

  logLevel: setting({
    group: "Log",
    parse: choice("trace", "debug", "info", "warn", "error", "fatal", "silent"),
    default: "info",
    help: "info writes one line per call, warn only problems.",
  }),
  logFormat: setting({
    group: "Log",
    parse: choice("pretty", "json"),
    default: ({ terminal }) => (terminal ? "pretty" : "json"),
    defaultText: "pretty on a terminal, else json",
    help: "Form of the log on stderr. If json is given, the lines of the start and the stop are JSON too.",
  }),
  telemetry: setting({
    group: "Log",
    parse: choice("off", "opentelemetry"),
    default: "off",
    help: "opentelemetry: spans of requests by @opentelemetry/api, which must be installed (docs/monitoring.md).",
  }),

  stopWithParent: setting({
    group: "Process",
    parse: onOff,
    default: "off",
    help: "Stop when standard input closes, for example because the parent process ended.",
  }),
} satisfies Record<string, SettingRow<unknown>>;
