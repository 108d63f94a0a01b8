/**
 * The settings of every service that the engine serves (docs/settings.md, conventions 11). By name: `maxRpcBodyBytes` is the
 * variable STORE_API_MAX_RPC_BODY_BYTES and the flag --max-rpc-body-bytes.
 */
import {
  addressList,
  anyText,
  choice,
  hostList,
  integer,
  onOff,
  originList,
  pathList,
  secretWord,
  storageSetting,
  webAddress,
  word,
} from "./parsers.js";
import { inGroup, optional, setting } from "./row.js";

/** Public, so that nothing needs to be set to try the server; production refuses it. */
export const defaultApiKey = "admin123";

const day = 86_400;
const MiB = 1024 * 1024;

export const engineSettings = {
  ...inGroup("Address", {
    host: setting({
      parse: word,
      default: "127.0.0.1",
      help: "Address to listen on; 0.0.0.0 for every network.",
    }),
    port: setting({
      parse: integer(0, 65_535),
      default: "8080",
      help: "Port to listen on; 0 picks a free one and prints it.",
    }),
    baseUrl: optional({
      parse: webAddress,
      defaultText: "from the listening address",
      help: "Address of the service as clients see it; used in image URLs and Location.",
    }),
    trustedProxies: setting<readonly string[]>({
      parse: addressList,
      default: "",
      defaultText: "none",
      help: "IP addresses or ranges (10.0.0.0/8) of trusted proxies: their X-Forwarded-For and X-Forwarded-Proto are used.",
    }),
    tlsCert: optional({
      parse: anyText,
      defaultText: "none: plain HTTP",
      help: "PEM file with the certificate and the intermediate certificates; enables HTTPS.",
    }),
    tlsKey: optional({
      parse: anyText,
      defaultText: "none",
      help: "PEM file with the private key of the certificate.",
    }),
    requireHttps: setting({
      parse: onOff,
      default: "off",
      help: "Refuse requests without HTTPS to this server or to a trusted proxy, except health and metrics.",
    }),
    corsOrigins: setting<readonly string[]>({
      parse: originList,
      default: "",
      defaultText: "none",
      help: "Origins whose pages may call the API from a browser, for example https://admin.shop.example.",
    }),
    allowedHosts: setting<readonly string[]>({
      parse: hostList,
      default: "",
      defaultText: "none",
      help: "Host names accepted while a user has the default key, in addition to localhost and BASE_URL.",
    }),
  }),
  ...inGroup("Access", {
    apiUser: setting({
      parse: anyText,
      default: "admin",
      help: "First API user, created in an empty storage with all rights.",
    }),
    apiKey: setting({
      parse: anyText,
      default: defaultApiKey,
      secret: true,
      help: "Key of the first API user: at least 7 characters with a letter and a digit.",
    }),
    control: setting({
      parse: onOff,
      default: ({ production }) => (production ? "off" : "on"),
      defaultText: "on; off with NODE_ENV=production",
      help: "Test control: reset, clock, forced faults, users. Needs no credentials.",
    }),
    controlToken: optional({
      parse: secretWord(16),
      secret: true,
      help: "Allows requests from other machines to the test control, with this text as Bearer token: at least 16 characters.",
    }),
    docs: optional({
      parse: onOff,
      defaultText: "with the test control, for those who may use it",
      help: "Documentation at /docs: on = for everyone, even without the test control; off = for no one.",
    }),
    passwordHashCost: optional({
      parse: integer(10, 17),
      defaultText: "15; 10 with STORAGE=memory:",
      help: "Cost of new hashes of passwords and API keys: log2 of scrypt's N; at least 15 with NODE_ENV=production.",
    }),
    sessionTimeoutSeconds: setting({
      parse: integer(1, 365 * day),
      default: "3600",
      help: "Seconds without a call after which a session ends.",
    }),
    sessionMaxAgeSeconds: setting({
      parse: integer(0, 365 * day),
      default: "86400",
      help: "Seconds after login after which a session ends; 0 = never.",
    }),
    loginFailuresPerUser: setting({
      parse: integer(1, 1_000_000),
      default: "10",
      help: "Failed logins with one name from one address, after which further ones are refused.",
    }),
    loginFailuresPerAddress: setting({
      parse: integer(1, 1_000_000),
      default: "50",
      help: "Failed logins from one address in 15 minutes, after which further ones are refused.",
    }),
  }),
  ...inGroup("Limits", {
    maxRpcBodyBytes: setting({
      parse: integer(1024, 256 * MiB),
      default: String(16 * MiB),
      help: "Largest call, in bytes; at most 1 MiB of it outside of base64 texts (files).",
    }),
    stateMaxBytes: setting({
      parse: integer(0, 4 * 1024 * MiB),
      default: String(1024 * MiB),
      help: "Largest state that PUT /control/state accepts, in bytes; 0 = no limit.",
    }),
    requestTimeoutSeconds: setting({
      parse: integer(1, 3600),
      default: "60",
      help: "Time limit of a call, and for receiving a request.",
    }),
    callsPerMinute: setting({
      parse: integer(0, 1_000_000),
      default: "0",
      help: "Calls of one session per minute; 0 = no limit.",
    }),
    listMaxRows: setting({
      parse: integer(0, 1_000_000_000),
      default: "0",
      help: "Largest number of rows of a JSON-RPC list; a longer list is refused. 0 = no limit.",
    }),
    imageMaxBytes: setting({
      parse: integer(1024, 64 * MiB),
      default: String(10 * MiB),
      help: "Largest product image, or file of a downloadable product, in bytes.",
    }),
  }),
  ...inGroup("Protocols", {
    unknownMembers: setting({
      parse: choice("pass", "refuse"),
      default: "pass",
      help: "refuse: unknown members of data objects are faults, as with the header Prefer: handling=strict.",
    }),
    compatValues: setting({
      parse: choice("none", "strings"),
      default: "none",
      help: "strings: numbers in JSON-RPC results as text, as in Magento 1, XML-RPC and SOAP.",
    }),
    restDefault: setting({
      parse: choice("xml", "json"),
      default: "xml",
      help: "What REST answers if Accept is */* or application/*: xml or json; signed requests (OAuth) get JSON.",
    }),
    wsdlNamespace: setting({
      parse: word,
      default: "urn:Magento",
      help: "Target namespace of the WSDLs; requests are accepted in urn:Magento, urn:OpenMage or none in any case.",
    }),
    wsiCompliance: setting({
      parse: onOff,
      default: "off",
      help: "SOAP v2 as document/literal (WS-I) instead of rpc/encoded.",
    }),
    wsdlExtras: setting({
      parse: onOff,
      default: "off",
      help: "SOAP v2: WSDL and responses include the parts and members that Magento 1 does not have.",
    }),
  }),
  ...inGroup("Log", {
    logLevel: setting({
      parse: choice("trace", "debug", "info", "warn", "error", "fatal", "silent"),
      default: "info",
      help: "info writes one line per call, warn only problems.",
    }),
    logFormat: setting({
      parse: choice("pretty", "json"),
      default: ({ terminal }) => (terminal ? "pretty" : "json"),
      defaultText: "pretty on a terminal, else json",
      help: "Form of the log on stderr. If json is given, the lines of the start and the stop are JSON too.",
    }),
    telemetry: setting({
      parse: choice("off", "opentelemetry"),
      default: "off",
      help: "opentelemetry: spans of requests by @opentelemetry/api, which must be installed (docs/monitoring.md).",
    }),
  }),
  ...inGroup("Process", {
    stopWithParent: setting({
      parse: onOff,
      default: "off",
      help: "Stop when standard input closes, for example because the parent process ended.",
    }),
  }),
  ...inGroup("Data", {
    storage: setting({
      parse: storageSetting,
      default: "file:./data",
      help: "memory: (never touches the disk), file:<folder> or postgres://<user>:<password>@<host>/<database>.",
    }),
    storagePasswordFile: optional({
      parse: anyText,
      defaultText: "none: the password is in STORAGE",
      help: "File with the password of the database; it is read for each connection, so a new password needs no restart.",
    }),
    storageCaFile: optional({
      parse: anyText,
      defaultText: "none: the authorities of Node.js",
      help: "File (PEM) with the authorities that may sign the certificate of the database, for sslmode=verify-ca or verify-full.",
    }),
    dataset: setting({
      parse: anyText,
      default: ({ production }) => (production ? "minimal" : "sample"),
      defaultText: "sample; minimal with NODE_ENV=production",
      help: "Loaded into an empty storage: sample, minimal, or the path of a dataset file.",
    }),
    extend: setting<readonly string[]>({
      parse: pathList,
      default: "",
      defaultText: "none",
      repeats: true,
      help: "Chapters of own operations to serve: paths separated by commas; the flag may be repeated.",
    }),
    allowHandlers: setting({
      parse: onOff,
      default: "off",
      help: "Run the handlers (JavaScript) of chapters that a dataset names; those of EXTEND always run.",
    }),
  }),
  ...inGroup("Rules", {
    namespaces: setting({
      parse: choice("all", "documents"),
      default: "all",
      help: "Offered operations: all, or documents (only the 13 namespaces of the API documents).",
    }),
  }),
};
