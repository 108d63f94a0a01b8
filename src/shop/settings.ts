/** The settings of the shop, in addition to those of the engine (docs/settings.md, conventions 11). */
import { anyText, choice, listOf, onOff, SettingError, type Parser } from "../engine/config/parsers.js";
import { settingsReader, type SettingsOf } from "../engine/config/config.js";
import { inGroup, optional, setting } from "../engine/config/row.js";
import { engineSettings } from "../engine/config/table.js";
import type { CustomAttribute } from "./data/entities/customer.js";
import { countries } from "./directory/countries.js";
import { carrierForm, isCarrier, type Carriers } from "./sales/shipments/carriers.js";
import { isPaymentMethod, paymentMethods, type PaymentMethod } from "./sales/payment/methods.js";
import { toDecimal } from "../engine/values/coercion.js";

/** ISO 3166-1 alpha-2 codes, in upper case; an empty text is an empty list. */
const countryList: Parser<readonly string[]> = (text) => {
  const codes = text === "" ? [] : text.split(",").map((code) => code.trim().toUpperCase());
  const wrong = codes.find((code) => !countries.hasCountry(code));
  if (wrong === undefined) return codes;
  throw new SettingError("must be two-letter codes of countries separated by commas, for example HK,IE");
};

/** `loyalty:int, member_since:date:hidden:required`; an empty text is an empty list. */
const customAttributeList: Parser<readonly CustomAttribute[]> = (text) =>
  text === "" ? [] : text.split(",").map((entry) => customAttribute(entry.trim()));

function customAttribute(entry: string): CustomAttribute {
  const match = /^([a-z][a-z0-9_]{0,29}):(text|int|date|boolean)((?::(?:hidden|required))*)$/.exec(entry);
  if (!match) {
    throw new SettingError(
      "must be code:type separated by commas, for example loyalty:int,member_since:date:hidden:required",
    );
  }
  const [, code = "", type, flags = ""] = match;
  return {
    code,
    type: type as CustomAttribute["type"],
    visible_on_front: !flags.includes("hidden"),
    required: flags.includes("required"),
  };
}

/** `checkmo,free`; an empty text is an empty list. */
const paymentMethodList = listOf(isPaymentMethod, `of ${paymentMethods.join(", ")}, separated by commas`);

/** `dpd:DPD,gls:GLS`; an empty text is not a carrier. */
export const carrierList: Parser<Carriers> = (text) => {
  const entries =
    text === "" ? [] : text.split(",").map((entry) => /^\s*([^:]*?)\s*:\s*(.*?)\s*$/.exec(entry));
  const carriers = entries.map((match) => [match?.[1] ?? "", match?.[2] ?? ""] as const);
  if (carriers.every(([code, title]) => isCarrier(code, title))) return Object.fromEntries(carriers);
  throw new SettingError(
    `must be code:title separated by commas, for example dpd:DPD,gls:GLS; ${carrierForm}`,
  );
};

const amount: Parser<number> = (text) => {
  const value = toDecimal(text);
  if (value !== undefined && value >= 0) return value;
  throw new SettingError("must be an amount, for example 50 or 49.90");
};

const smtpAddress: Parser<string> = (text) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^smtps?:$/.test(url.protocol) && url.hostname !== "") return text;
  throw new SettingError("must be smtp://host:port or smtps://user:password@host:port");
};

const mailAddress: Parser<string> = (text) => {
  if (/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text)) return text;
  throw new SettingError("must be a mail address, for example shop@example.com");
};

export const settingTable = {
  ...engineSettings,
  ...inGroup("Rules", {
    priceScope: setting({
      parse: choice("website", "global"),
      default: "website",
      help: "Whether prices differ between websites: website or global.",
    }),
    customerShareScope: setting({
      parse: choice("website", "global"),
      default: "website",
      help: "Whether an e-mail address is unique per website or in the whole shop: website or global.",
    }),
    returnStockOnRefund: setting({
      parse: onOff,
      default: "off",
      help: "A credit memo puts the refunded goods back into stock.",
    }),
    customerConfirmationRequired: setting({
      parse: onOff,
      default: "off",
      help: "New customers get a confirmation key and cannot sign in until it is cleared.",
    }),
    optionalPostcodeCountries: setting<readonly string[]>({
      parse: countryList,
      default: "HK,IE,MO,PA",
      help: "Countries whose addresses need no postcode.",
    }),
    regionRequiredCountries: setting<readonly string[]>({
      parse: countryList,
      default: "",
      defaultText: "none",
      help: "Countries whose addresses need a region.",
    }),
    guestCheckout: setting({
      parse: onOff,
      default: "on",
      help: "Whether carts of guests can be ordered.",
    }),
    guestDownloads: setting({
      parse: onOff,
      default: "off",
      help: "Whether guests can order downloadable products by a cart.",
    }),
    paymentMethods: setting<readonly PaymentMethod[]>({
      parse: paymentMethodList,
      default: paymentMethods.join(","),
      help: "Payment methods of carts, in the order in which they are listed.",
    }),
    freeShippingFrom: optional({
      parse: amount,
      defaultText: "none",
      help: "Subtotal of a cart from which free shipping is offered.",
    }),
    carriers: setting<Carriers>({
      parse: carrierList,
      default: "",
      defaultText: "none",
      help: "Carriers of tracking numbers in addition to the built-in ones: code:title, separated by commas, for example dpd:DPD,gls:GLS.",
    }),
    customerAttributes: setting<readonly CustomAttribute[]>({
      parse: customAttributeList,
      default: "",
      defaultText: "none",
      help: "Additional attributes of customers: code:type, separated by commas, with types text, int, date, boolean; options :hidden, :required.",
    }),
  }),
  ...inGroup("Access", {
    rules: optional({
      parse: anyText,
      defaultText: "none",
      help: "File (JSON or YAML) with a list of rules for the test control, as for POST /control/faults; set at the start and after each reset.",
    }),
  }),
  ...inGroup("Protocols", {
    faultTexts: optional({
      parse: anyText,
      defaultText: "none: the built-in texts",
      help: "File (JSON or YAML) with the texts of faults of a shop, which the XML doors and COMPAT_VALUES=strings return; store-api fault-texts writes it.",
    }),
  }),
  ...inGroup("Mail", {
    smtpUrl: optional({
      parse: smtpAddress,
      secret: true,
      defaultText: "none: mail stays in the outbox",
      help: "Mail server, for example smtp://localhost:25 or smtps://user:password@mail.example.",
    }),
    mailFrom: setting({
      parse: mailAddress,
      default: "shop@example.com",
      help: "Sender of mail.",
    }),
  }),
};

export type ShopSettings = SettingsOf<typeof settingTable>;
export type SettingName = keyof typeof settingTable;

export const settingNames = Object.keys(settingTable) as SettingName[];

export const { readSettings, defaultSettings } = settingsReader(settingTable);
