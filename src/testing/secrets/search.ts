/** Finds the secrets of a text: by their names, and by their position in a call. */
import { isSearched, secretKind, type SecretKind } from "./names.js";
import { partsOf, type ListPart, type MapPart, type Part, type TextPart } from "./parts.js";
import { readParts } from "./reading.js";

export interface SecretPart {
  readonly part: TextPart;
  readonly kind: SecretKind;
}

/** What a text is: decides which values without a name are secret. */
export interface TextRole {
  /** Content-Type. */
  readonly type?: string | undefined;
  /** Whether the body of a request has the parameters of a login. */
  readonly isLogin?: boolean;
  /** For an answer: its request opens a session, or one of its calls does. */
  readonly opensSession?: "only" | "among" | undefined;
  /** Whether values of a name are masked in addition to the usual ones. */
  readonly isPrivateName?: ((name: string) => boolean) | undefined;
}

export function secretsIn(text: string, role: TextRole = {}): SecretPart[] {
  return secretsWithin(text, role, 0);
}

/** How often texts inside of texts are read, such as JSON in a field of a form. */
const maxNesting = 2;

function secretsWithin(text: string, role: TextRole, nesting: number): SecretPart[] {
  const found: SecretPart[] = [];
  const search = new Search(role, nesting, found);
  for (const part of readParts(text, role.type)) search.visitRoot(part);
  return found;
}

const isText = (part: Part | undefined): part is TextPart => part?.kind === "text";

const resultName = /^(?:result|params)$|(?:Return|result)$/;

/** The shortest session among other results. */
const minSession = 16;

class Search {
  constructor(
    private readonly role: TextRole,
    private readonly nesting: number,
    private readonly found: SecretPart[],
  ) {}

  visitRoot(part: Part): void {
    if (this.role.opensSession === "only" && isText(part)) this.visit(part, "session");
    else if (this.role.isLogin === true && part.kind === "list") this.visitLogin(part.items);
    else this.visit(part);
  }

  private visit(part: Part, kind?: SecretKind): void {
    if (part.kind === "list") this.visitItems(part, kind);
    else if (part.kind === "map") this.visitMembers(part, kind);
    else if (kind !== undefined) this.found.push({ part, kind });
    else this.visitNested(part);
  }

  /** A value may be a document itself. */
  private visitNested(part: TextPart): void {
    if (this.nesting === maxNesting || !/^\s*[<{[]/.test(part.value) || part.value.length < 8) return;
    const inner = secretsWithin(part.value, { ...this.role, type: undefined }, this.nesting + 1);
    for (const one of inner) this.found.push({ part: { ...one.part, places: [] }, kind: one.kind });
    // A value that cannot be searched for: the whole document is masked.
    if (inner.some((one) => one.kind === "private" || !isSearched(one.part.value)))
      this.found.push({ part, kind: "private" });
  }

  /** In a list of calls, `["login", ["admin", "key"]]` and `["login", "admin", "key"]` have a key. */
  private visitItems({ items }: ListPart, kind: SecretKind | undefined): void {
    let isLogin = false;
    items.forEach((item, index) => {
      const previous = items[index - 1];
      if (kind === undefined && item.kind === "list" && isText(previous) && previous.value === "login")
        item.items.forEach((one, position) => this.visit(one, position > 0 ? "secret" : undefined));
      else this.visit(item, kind ?? (isLogin && isText(item) ? "secret" : undefined));
      const before = items[index - 2];
      isLogin ||= isText(item) && isText(previous) && previous.value === "login" && before === undefined;
    });
  }

  private visitMembers({ members }: MapPart, kind: SecretKind | undefined): void {
    const textOf = (...names: readonly string[]) => {
      const [, part] = members.find(([name]) => names.includes(name)) ?? [];
      return isText(part) ? part.value : undefined;
    };
    const method = textOf("method", "methodName")?.trim();
    // Maps of SOAP v2 and fields of HTML name their value in another member.
    const valueName = textOf("key", "name");
    for (const [name, part] of members) {
      const own =
        kind ??
        this.kindOf(name) ??
        (name === "value" && valueName !== undefined ? this.kindOf(valueName) : undefined);
      const opens = this.role.opensSession !== undefined && resultName.test(name);
      if (own !== undefined) this.visit(part, own);
      else if (opens) this.visitResults(part);
      else if (name === "params" && method !== undefined) this.visitParams(method, part);
      else if (name === "Body") this.visitSoapBody(part);
      else if (/^login(?:Request)?(?:Param)?$/.test(name) && part.kind !== "text")
        this.visitLogin(partsOf(part));
      else this.visit(part);
    }
  }

  private kindOf(name: string): SecretKind | undefined {
    return secretKind(name) ?? (this.role.isPrivateName?.(name) === true ? "private" : undefined);
  }

  private visitResults(part: Part): void {
    if (part.kind === "list") for (const one of part.items) this.visitResults(one);
    else if (part.kind === "map") this.visit(part);
    else if (this.role.opensSession === "only" || part.value.length >= minSession)
      this.visit(part, "session");
    else this.visit(part);
  }

  private visitParams(method: string, params: Part): void {
    const given = partsOf(params);
    if (method === "login" || params.kind === "map") {
      if (params.kind === "map") this.visit(params);
      else this.visitLogin(given);
      return;
    }
    const [first, ...rest] = given;
    // In the direct form, the first parameter may be an argument of the operation; methods of `system` have no session.
    const hasSession = !method.includes(".") || (isText(first) && looksLikeSession(first.value));
    if (first) this.visit(first, hasSession && isText(first) ? "session" : undefined);
    if (rest.length > 0) this.visit({ kind: "list", items: rest });
  }

  /** The first parameter is the name. */
  private visitLogin(parts: readonly Part[]): void {
    parts.forEach((part, index) => this.visit(part, index > 0 ? "secret" : undefined));
  }

  /** Clients send the session in either part (doors 4). */
  private visitResourceFaults(parts: readonly Part[]): void {
    const sessions = parts.filter((part) => isText(part) && looksLikeSession(part.value));
    for (const part of sessions.length > 0 ? sessions : parts) this.visit(part, "session");
  }

  /** The first part of an operation is the session, whatever its name; of a login, the second is the key. */
  private visitSoapBody(body: Part): void {
    if (body.kind !== "map") return this.visit(body);
    for (const [name, operation] of body.members) {
      const parts = partsOf(operation);
      const members = operation.kind === "map" ? operation.members : [];
      const [first] = parts;
      if (/Response(?:Param)?$/.test(name) && this.role.opensSession !== undefined)
        for (const part of parts) this.visitResults(part);
      else if (/^login(?!Response)/i.test(name)) this.visitLogin(parts);
      else if (/^resourceFaults(?!Response)/.test(name)) this.visitResourceFaults(parts);
      else {
        const isNamed =
          /Response|^Fault$/.test(name) || members.some(([one]) => secretKind(one) === "session");
        if (!isNamed && isText(first)) this.visit(first, "session");
        this.visit(operation);
      }
    }
  }
}

export function looksLikeSession(text: string): boolean {
  return /^(?:[0-9a-f]{32}|[0-9a-f]{64})$/.test(text);
}
