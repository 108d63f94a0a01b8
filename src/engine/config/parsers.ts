/** From the text of a setting to its value. Each parser throws a `SettingError` that says what is allowed. */
import { isIP } from "node:net";

/** The text is not a value of the setting; the message ends the sentence "PORT …". */
export class SettingError extends Error {}

export type Parser<Value> = (text: string) => Value;

export function integer(from: number, to: number): Parser<number> {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
    if (value >= from && value <= to) return value;
    throw new SettingError(`must be a whole number from ${from} to ${to}`);
  };
}

export function choice<const Name extends string>(...names: readonly Name[]): Parser<Name> {
  return (text) => {
    const name = names.find((known) => known === text);
    if (name !== undefined) return name;
    throw new SettingError(`must be ${oneOf(names)}`);
  };
}

export const onOff: Parser<boolean> = (text) => {
  if (["on", "true", "1"].includes(text.toLowerCase())) return true;
  if (["off", "false", "0"].includes(text.toLowerCase())) return false;
  throw new SettingError("must be on or off");
};

/** Text without spaces, for example a host name or a token. */
export const word: Parser<string> = (text) => {
  if (/^[\x21-\x7e]+$/.test(text)) return text;
  throw new SettingError("must be visible ASCII characters without spaces");
};

/** A word that cannot be guessed. */
export function secretWord(minLength: number): Parser<string> {
  return (text) => {
    if (/^[\x21-\x7e]+$/.test(text) && text.length >= minLength) return text;
    throw new SettingError(`must be at least ${minLength} visible ASCII characters without spaces`);
  };
}

export const anyText: Parser<string> = (text) => text;

/** An empty text is an empty list. */
export const pathList: Parser<readonly string[]> = (text) =>
  text
    .split(",")
    .map((path) => path.trim())
    .filter((path) => path !== "");

/** Items separated by commas; an empty text is an empty list. @param form ends the sentence "must be …" */
export function listOf<Item extends string>(
  isItem: (text: string) => text is Item,
  form: string,
): Parser<readonly Item[]>;
export function listOf(isItem: (text: string) => boolean, form: string): Parser<readonly string[]>;
export function listOf(isItem: (text: string) => boolean, form: string): Parser<readonly string[]> {
  return (text) => {
    const items = text === "" ? [] : text.split(",").map((item) => item.trim());
    if (items.every(isItem)) return items;
    throw new SettingError(`must be ${form}`);
  };
}

/** Addresses, and ranges of them as `10.0.0.0/8`. */
export const addressList = listOf(
  isAddressOrRange,
  "IP addresses or ranges separated by commas, for example 10.0.0.2,172.16.0.0/12",
);

function isAddressOrRange(text: string): boolean {
  const [address = "", length, ...more] = text.split("/");
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  if (length === undefined) return true;
  const bits = /^\d{1,3}$/.test(length) ? Number(length) : 0;
  // A range of everybody would let everybody say where they come from.
  return bits >= 1 && bits <= (version === 4 ? 32 : 128);
}

/** What browsers send as `Origin`: scheme, host and port, nothing behind them. */
export const originList = listOf(
  (origin) => urlOf(origin)?.origin === origin && /^https?:/.test(origin),
  "origins separated by commas, for example https://admin.shop.example",
);

/** Names of hosts without a port. */
export const hostList = listOf(
  (name) => /^[\w-]+(\.[\w-]+)*$/.test(name),
  "host names separated by commas, for example shop.example,store-api",
);

/** An address of the service as its clients see it, without a slash at the end. */
export const webAddress: Parser<string> = (text) => {
  const url = urlOf(text);
  if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username) {
    return text.replace(/\/+$/, "");
  }
  throw new SettingError("must be an http:// or https:// address, for example https://api.shop.example");
};

/** Where the data is kept. */
type StorageSetting =
  | { readonly kind: "memory" }
  | { readonly kind: "file"; readonly folder: string }
  /** The address is checked by the one who opens it (addons.ts). */
  | { readonly kind: "postgres"; readonly address: string };

export const storageSetting: Parser<StorageSetting> = (text) => {
  if (text === "memory:") return { kind: "memory" };
  if (text.startsWith("file:") && text.length > "file:".length) {
    // "file:///var/shop" and "file:/var/shop" mean the same folder.
    return { kind: "file", folder: text.slice("file:".length).replace(/^\/\/(?=\/)/, "") };
  }
  if (/^postgres(ql)?:\/\//.test(text)) return { kind: "postgres", address: text };
  throw new SettingError("must be memory:, file:<folder> or postgres://<user>@<host>/<database>");
};

function urlOf(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

function oneOf(names: readonly string[]): string {
  return names.length === 1
    ? String(names[0])
    : `${names.slice(0, -1).join(", ")} or ${String(names.at(-1))}`;
}
