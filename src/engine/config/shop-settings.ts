/** Settings of the shop: its data, its rules, its mail. */
import type { CustomAttribute } from "../../shop/data/entities/customer.js";
import {
  anyText,
  choice,
  countryList,
  customAttributeList,
  integer,
  mailAddress,
  onOff,
  smtpAddress,
  storageSetting,
} from "./parsers.js";
import { optional, setting, type SettingRow } from "./row.js";

export const shopSettings = {
  storage: setting({
    group: "Data",
    parse: storageSetting,
    default: "file:./data",
    help: "memory: (never touches the disk), file:<folder> or postgres://<user>:<password>@<host>/<database>.",
  }),
  dataset: setting({
    group: "Data",
    parse: anyText,
    default: ({ production }) => (production ? "minimal" : "sample"),
    defaultText: "sample; minimal with NODE_ENV=production",
    help: "Loaded into an empty storage: sample, minimal, or the path of a dataset file.",
  }),
  journalMaxBytes: optional({
    group: "Data",
    parse: integer(64 * 1024, 2 ** 40),
    defaultText: "64 MiB, or the size of the data up to 256 MiB",
    help: "When the journal of file: is larger, the data is written out and the journal starts anew.",
  }),

  namespaces: setting({
    group: "Rules",
    parse: choice("all", "documents"),
    default: "all",
    help: "Operations: all, or documents: only the 13 namespaces of the API documents.",
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

  customerAttributes: setting<readonly CustomAttribute[]>({
    group: "Rules",
    parse: customAttributeList,
    default: "",
    defaultText: "none",
    help: "What customers have besides: code:type with commas, types text, int, date, boolean; :hidden :required.",
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
} satisfies Record<string, SettingRow<unknown>>;
