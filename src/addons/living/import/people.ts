/**
 * Anonymizes people. A replacement depends only on the real value and a key: a person has the same replacement in all
 * rows and in later imports, and without the key it cannot be reversed.
 */
import { createHmac } from "node:crypto";
import { isObject } from "../../../engine/values/coercion.js";
import { companyKinds, familyNames, givenNames, places, streetKinds, titles } from "./made-up-words.js";

/** Replaces a member with personal data. */
type Replace = (people: People, value: string) => string;

const replaced: Readonly<Record<string, Replace>> = {
  ...members(["firstname", "middlename"], (people, value) => people.name(value, "given")),
  ...members(["lastname"], (people, value) => people.name(value, "family")),
  ...members(["prefix", "suffix"], (people, value) => people.title(value)),
  ...members(["company"], (people, value) => people.company(value)),
  ...members(["street"], (people, value) => people.street(value)),
  ...members(["city"], (people, value) => people.pick("city", value, places)),
  ...members(["postcode", "taxvat", "vat_id", "cc_last4", "po_number", "last_trans_id"], (people, value) =>
    people.digits(value),
  ),
  ...members(["transaction_id", "track_number"], (people, value) => people.digits(value)),
  ...members(["telephone", "fax"], (people, value) => people.telephone(value)),
  ...members(["email"], (people, value) => people.email(value)),
  ...members(["dob"], (people, value) => people.birthday(value)),
};

function members(names: readonly string[], replace: Replace): Record<string, Replace> {
  return Object.fromEntries(names.map((name) => [name, replace]));
}

/** Whether a copy has another value of this member, unless people are kept. */
export function isOfPeople(member: string): boolean {
  return Object.hasOwn(replaced, plainName(member));
}

type NameKind = (typeof nameKinds)[number];

const nameKinds = ["given", "family"] as const;

const nameMembers: Readonly<Record<string, NameKind>> = {
  firstname: "given",
  middlename: "given",
  lastname: "family",
};

const wordForm = /[\p{L}\p{M}]+(['’][\p{L}\p{M}]+)*/gu;

/** Prefixes of members in orders and invoices that copy those of customers and addresses. */
const repeating = /^(customer|billing|shipping)_(?=[a-z]+$)/;

/** Free texts, in which known names, numbers and addresses are replaced. */
const texts: ReadonlySet<string> = new Set([
  ...["comment", "customer_note", "description", "additional_data", "product_options", "title"],
  ...["discount_description"],
]);

/** Members that are kept although their names look like personal data. */
const kept: ReadonlySet<string> = new Set(["shipping_description"]);

/** Minimum length of names that are replaced in texts: shorter ones would match ordinary words. */
const shortestName = 3;
/** Minimum digits of numbers that are replaced in texts, and the number of last digits that identify one. */
const [shortestNumber, localDigits] = [6, 7];

export class People {
  /** Hashes of known names and numbers, so that the values themselves are not stored. */
  private readonly known = new Set<string>();
  private newHashes: string[] = [];

  /** @param key a secret; undefined = people are not anonymized */
  constructor(private readonly key: string | undefined) {}

  get isDisabled(): boolean {
    return this.key === undefined;
  }

  /** Anonymizes a row, including nested objects. */
  row<Row extends object>(row: Row): Row {
    if (this.isDisabled) return row;
    this.learn(row);
    return this.anonymized(row) as Row;
  }

  /** Learns names and numbers in a row, so that they are also replaced in texts of earlier rows of the same batch. */
  learn(value: unknown): void {
    if (this.isDisabled) return;
    if (Array.isArray(value)) for (const one of value) this.learn(one);
    if (!isObject(value)) return;
    for (const [name, member] of Object.entries(value)) {
      if (typeof member === "object") this.learn(member);
      else if (typeof member === "string") this.learnMember(plainName(name), member);
    }
  }

  /** The hashes that were added since the last call. */
  takeNewHashes(): readonly string[] {
    const taken = this.newHashes;
    this.newHashes = [];
    return taken;
  }

  /** Restores the hashes of an interrupted import. */
  recall(hashes: readonly string[]): void {
    for (const hash of hashes) this.known.add(hash);
  }

  name(value: string, kind: NameKind): string {
    const words = value.split(/(\s+|-)/);
    const list = kind === "given" ? givenNames : familyNames;
    return words
      .map((word) => (/\p{L}/u.test(word) ? likeCase(word, this.pick("name", word, list)) : word))
      .join("");
  }

  title(value: string): string {
    const known = titles.find((title) => title === folded(value).replace(/\.$/, ""));
    return known === undefined && value.trim() !== "" ? "Dr" : value;
  }

  company(value: string): string {
    if (value.trim() === "") return value;
    return `${this.pick("company", value, familyNames)} ${this.pick("company kind", value, companyKinds)}`;
  }

  /** Replaces each line. */
  street(value: string): string {
    return value
      .split("\n")
      .map((line) => {
        if (line.trim() === "") return line;
        const number = 1 + (this.number("street", line) % 198);
        return `${number} ${this.pick("street name", line, familyNames)} ${this.pick("street kind", line, streetKinds)}`;
      })
      .join("\n");
  }

  /** The same address for all spellings. Uses `example.com`, which receives no mail. */
  email(value: string): string {
    if (value.trim() === "") return value;
    const given = folded(this.pick("email given", value, givenNames));
    const family = folded(this.pick("email family", value, familyNames));
    return `${given}.${family}.${this.hash("email", value).slice(0, 12)}@example.com`;
  }

  /** Keeps the form: replaces digits by digits and letters by letters. */
  digits(value: string): string {
    // A leading country code is kept.
    const [, country = "", rest = ""] = /^([A-Z]{2}(?=\d))?(.*)$/s.exec(value) ?? [];
    return country + this.sameForm("number", rest);
  }

  /**
   * Replaces digits from the end, so that a number gives the same result with and without country code, in
   * any format.
   */
  telephone(value: string): string {
    const plain = digitsOf(value);
    if (plain === "") return this.sameForm("telephone", value);
    const made = this.stream("telephone", plain.slice(-localDigits));
    let left = plain.length;
    return value
      .replace(/\d/g, () => String((made[--left % made.length] as number) % 10))
      .replace(/\p{L}/gu, "x");
  }

  /** A date in the same decade, so that ages stay plausible. */
  birthday(value: string): string {
    const [, decade, tail = ""] = /^(\d{3})\d-\d\d-\d\d(.*)$/s.exec(value) ?? [];
    if (decade === undefined) return "";
    const made = this.number("dob", value.slice(0, 10));
    const two = (number: number) => String(number).padStart(2, "0");
    return `${decade}${made % 10}-${two(1 + (made % 12))}-${two(1 + (made % 28))}${tail}`;
  }

  /** An address in the networks reserved for documentation. */
  ip(value: string): string {
    const made = this.number("ip", value);
    return value.includes(":")
      ? `2001:db8::${(made % 0xffff).toString(16)}`
      : `203.0.113.${1 + (made % 254)}`;
  }

  /** A text with known names and telephone numbers, and all e-mail and IP addresses, replaced. */
  text(value: string): string {
    if (this.isDisabled || value === "") return value;
    return value
      .replace(/[\p{L}\d._%+-]+@[\p{L}\d-]+(\.[\p{L}\d-]+)+/gu, (email) => this.email(email))
      .replace(/\b\d{1,3}(\.\d{1,3}){3}\b/g, (ip) => this.ip(ip))
      .replace(/\+?\d[\d ()/.-]{4,}\d/g, (number) =>
        this.knows("number", digitsOf(number).slice(-localDigits)) ? this.telephone(number) : number,
      )
      .replace(wordForm, (word) => {
        const kind = nameKinds.find((one) => word.length >= shortestName && this.knows(one, word));
        return kind === undefined ? word : this.name(word, kind);
      });
  }

  pick(kind: string, value: string, list: readonly string[]): string {
    if (value.trim() === "") return value;
    return list[this.number(kind, value) % list.length] as string;
  }

  private anonymized(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((one) => this.anonymized(one));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => {
        if (typeof member === "object") return [name, this.anonymized(member)];
        return [name, typeof member === "string" ? this.anonymizedMember(name, member) : member];
      }),
    );
  }

  private anonymizedMember(name: string, value: string): string {
    if (value === "" || kept.has(name)) return value;
    if (texts.has(name)) return this.text(value);
    return replaced[plainName(name)]?.(this, value) ?? value;
  }

  private learnMember(name: string, value: string): void {
    const kind = nameMembers[name];
    if (kind !== undefined)
      for (const word of value.match(wordForm) ?? [])
        if (word.length >= shortestName) this.remember(kind, word);
    if (name === "telephone" || name === "fax") {
      const plain = digitsOf(value);
      if (plain.length >= shortestNumber) this.remember("number", plain.slice(-localDigits));
    }
  }

  private remember(kind: NameKind | "number", value: string): void {
    const hash = this.knownAs(kind, value);
    if (this.known.has(hash)) return;
    this.known.add(hash);
    this.newHashes.push(hash);
  }

  private knows(kind: NameKind | "number", value: string): boolean {
    return this.known.has(this.knownAs(kind, value));
  }

  private knownAs(kind: NameKind | "number", value: string): string {
    return this.hash(`known ${kind}`, value).slice(0, 16);
  }

  private sameForm(kind: string, value: string): string {
    const made = this.stream(kind, value);
    let at = 0;
    const next = () => made[at++ % made.length] as number;
    return value
      .replace(/\d/g, () => String(next() % 10))
      .replace(/\p{Lu}/gu, () => String.fromCharCode(65 + (next() % 26)))
      .replace(/\p{Ll}/gu, () => String.fromCharCode(97 + (next() % 26)));
  }

  private number(kind: string, value: string): number {
    return this.digest(kind, value).readUInt32BE(0);
  }

  private stream(kind: string, value: string): Buffer {
    return this.digest(kind, value);
  }

  private hash(kind: string, value: string): string {
    return this.digest(kind, value).toString("hex");
  }

  /** Ignores case and surrounding white space. */
  private digest(kind: string, value: string): Buffer {
    return createHmac("sha256", this.key ?? "")
      .update(`${kind}\n${folded(value)}`)
      .digest();
  }
}

/** `billing_firstname` → `firstname` */
function plainName(name: string): string {
  return name.replace(repeating, "");
}

function folded(value: string): string {
  return value.trim().normalize("NFC").toLowerCase();
}

function digitsOf(value: string): string {
  return value.replace(/\D/g, "");
}

/** Keeps words in upper case or lower case. */
function likeCase(model: string, word: string): string {
  if (model.length > 1 && model === model.toUpperCase()) return word.toUpperCase();
  return model === model.toLowerCase() ? word.toLowerCase() : word;
}
