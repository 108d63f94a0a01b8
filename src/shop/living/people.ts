/**
 * Made-up people in the place of real ones. What is made up follows from the real value and a key alone: the same person
 * is the same made-up person in all rows, in a second import too, and without the key nobody gets back.
 */
import { createHmac } from "node:crypto";
import { isObject } from "../../engine/values/coercion.js";
import { companyKinds, familyNames, givenNames, places, streetKinds, titles } from "./made-up-words.js";

/** How a member that says something of a person is replaced. */
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

type NameKind = (typeof nameKinds)[number];

const nameKinds = ["given", "family"] as const;

const nameMembers: Readonly<Record<string, NameKind>> = {
  firstname: "given",
  middlename: "given",
  lastname: "family",
};

const wordForm = /[\p{L}\p{M}]+(['’][\p{L}\p{M}]+)*/gu;

/** Members of orders and invoices repeat what customers and addresses say. */
const repeating = /^(customer|billing|shipping)_(?=[a-z]+$)/;

/** Texts that people write: what is known of people is replaced inside. */
const texts: ReadonlySet<string> = new Set([
  ...["comment", "customer_note", "description", "additional_data", "product_options", "title"],
  ...["discount_description"],
]);

/** What must not become another value, although it is named like something of a person. */
const kept: ReadonlySet<string> = new Set(["shipping_description"]);

/** Characters of names that are looked for in texts: shorter ones would hit words of the language. */
const shortestName = 3;
/** Digits of numbers that are looked for in texts, and those at the end by which they are the same. */
const [shortestNumber, localDigits] = [6, 7];

export class People {
  /** Hashes of what is known of people, so that nothing of it is kept. */
  private readonly known = new Set<string>();
  private fresh: string[] = [];

  /** @param key a secret; undefined leaves people as they are */
  constructor(private readonly key: string | undefined) {}

  get areKept(): boolean {
    return this.key === undefined;
  }

  /** The row with made-up people: customers, addresses, orders and documents, with all that is inside. */
  row<Row extends object>(row: Row): Row {
    if (this.areKept) return row;
    this.learn(row);
    return this.changed(row) as Row;
  }

  /** Takes notice of the people in a row, so that texts of earlier rows of the same batch are cleaned of them, too. */
  learn(value: unknown): void {
    if (this.areKept) return;
    if (Array.isArray(value)) for (const one of value) this.learn(one);
    if (!isObject(value)) return;
    for (const [name, member] of Object.entries(value)) {
      if (typeof member === "object") this.learn(member);
      else if (typeof member === "string") this.learnMember(plainName(name), member);
    }
  }

  /** What was learnt since the last time, as hashes. */
  takeFresh(): readonly string[] {
    const taken = this.fresh;
    this.fresh = [];
    return taken;
  }

  /** What an import learnt before it was interrupted. */
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

  /** A line for each line. */
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

  /** One person has one address, however it is written. Only `example.com` is used: nobody gets mail there. */
  email(value: string): string {
    if (value.trim() === "") return value;
    const given = folded(this.pick("email given", value, givenNames));
    const family = folded(this.pick("email family", value, familyNames));
    return `${given}.${family}.${this.hash("email", value).slice(0, 12)}@example.com`;
  }

  /** The same form: digits for digits, letters for letters, all else as it is. */
  digits(value: string): string {
    // Where it begins with a country, that stays.
    const [, country = "", rest = ""] = /^([A-Z]{2}(?=\d))?(.*)$/s.exec(value) ?? [];
    return country + this.sameForm("number", rest);
  }

  /** Like digits, from the end: with a country in front, in whatever groups, a number becomes the same one. */
  telephone(value: string): string {
    const plain = digitsOf(value);
    if (plain === "") return this.sameForm("telephone", value);
    const made = this.stream("telephone", plain.slice(-localDigits));
    let left = plain.length;
    return value
      .replace(/\d/g, () => String((made[--left % made.length] as number) % 10))
      .replace(/\p{L}/gu, "x");
  }

  /** Of the same decade, so that ages stay plausible. */
  birthday(value: string): string {
    const [, decade, tail = ""] = /^(\d{3})\d-\d\d-\d\d(.*)$/s.exec(value) ?? [];
    if (decade === undefined) return "";
    const made = this.number("dob", value.slice(0, 10));
    const two = (number: number) => String(number).padStart(2, "0");
    return `${decade}${made % 10}-${two(1 + (made % 12))}-${two(1 + (made % 28))}${tail}`;
  }

  /** An address of the networks that documentation uses. */
  ip(value: string): string {
    const made = this.number("ip", value);
    return value.includes(":")
      ? `2001:db8::${(made % 0xffff).toString(16)}`
      : `203.0.113.${1 + (made % 254)}`;
  }

  /** A text with what is known of people replaced: names, telephone numbers, all e-mail and IP addresses. */
  text(value: string): string {
    if (this.areKept || value === "") return value;
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

  private changed(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((one) => this.changed(one));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => {
        if (typeof member === "object") return [name, this.changed(member)];
        return [name, typeof member === "string" ? this.changedMember(name, member) : member];
      }),
    );
  }

  private changedMember(name: string, value: string): string {
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
    this.fresh.push(hash);
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

  /** Values that differ in case and white space around them are the same. */
  private digest(kind: string, value: string): Buffer {
    return createHmac("sha256", this.key ?? "")
      .update(`${kind}\n${folded(value)}`)
      .digest();
  }
}

/** `billing_firstname` is a first name. */
function plainName(name: string): string {
  return name.replace(repeating, "");
}

function folded(value: string): string {
  return value.trim().normalize("NFC").toLowerCase();
}

function digitsOf(value: string): string {
  return value.replace(/\D/g, "");
}

/** A word in capitals, or in small letters, stays one. */
function likeCase(model: string, word: string): string {
  if (model.length > 1 && model === model.toUpperCase()) return word.toUpperCase();
  return model === model.toLowerCase() ? word.toLowerCase() : word;
}
