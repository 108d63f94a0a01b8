/** The routes of the REST resources, from openapi.yaml. */
import { restRoutes } from "../../../../generated/tables.js";
import type { Settings } from "../../../engine/config/config.js";
import { BoundedCache } from "../../../engine/values/bounded-cache.js";
import { markImmutable } from "../../../engine/values/memo.js";
import { RestError, type RestProblem } from "../../../engine/doors/rest/rest-error.js";
import { sentenceAbout } from "./problems.js";
import type { RestPathOf, RestOperation } from "./rest-operations.js";

/** The operations at a path, and its parameters. */
export interface Route {
  /** HEAD uses the operation of GET. */
  readonly methods: Readonly<Record<string, RestOperation>>;
  readonly parameters: RestPathOf<RestOperation>;
}

type Parameter = keyof typeof restRoutes.parameters;

/** Patterns of path parameters. */
const forms: Readonly<Record<Parameter, string>> = restRoutes.parameters;

const idForm = forms.customerId;

interface Address {
  readonly form: RegExp;
  /** Accepts any text as parameter. */
  readonly loose: RegExp;
  readonly names: readonly Parameter[];
  readonly methods: Readonly<Record<string, RestOperation>>;
}

/** Characters of all paths whose routes are kept, and of one path. */
const keptCharacters = 64 * 1024;
const longestKept = 200;

export class RestRoutes {
  private readonly addresses: readonly Address[];
  private readonly known = new BoundedCache<string, Route>(keptCharacters);

  /** @param namespaces "documents" = without paths that the API documents do not contain */
  constructor(namespaces: Settings["namespaces"]) {
    const all: readonly RouteRow[] = restRoutes.addresses;
    const offered = all.filter(({ beyond }) => namespaces === "all" || beyond !== true);
    this.addresses = offered.map(compileAddress);
  }

  /** Throws `RestError` 404 for an unknown path. */
  at(path: string): Route {
    const known = this.known.get(path);
    if (known) return known;
    const found = this.find(path);
    if (path.length <= longestKept) this.known.set(path, found, path.length);
    return found;
  }

  private find(path: string): Route {
    for (const { form, names, methods } of this.addresses) {
      const values = form.exec(path);
      if (!values) continue;
      const parameters: Record<string, string | number> = {};
      for (const [index, name] of names.entries()) {
        const text = values[index + 1] as string;
        parameters[name] = forms[name] === idForm ? Number(text) : decodeURIComponent(text);
      }
      return { methods, parameters: markImmutable(parameters) };
    }
    throw new RestError(404, this.problemWith(path) ?? "There is nothing at this address.");
  }

  /** The parameter whose value has a wrong form; undefined if the path is of no address. */
  private problemWith(path: string): RestProblem | undefined {
    const candidates = this.addresses.flatMap(({ loose, names }) => {
      const values = loose.exec(path);
      return values
        ? [names.map((name, index) => ({ name, value: values[index + 1] as string })).filter(isWrong)]
        : [];
    });
    const [wrong] = candidates.sort((one, other) => one.length - other.length)[0] ?? [];
    if (!wrong) return undefined;
    const name = `There is nothing at this address: ${wrong.name}`;
    return sentenceAbout(
      wrong.name,
      name,
      `must be ${expectations[wrong.name] ?? idText}`,
      decoded(wrong.value),
    );
  }
}

interface PathValue {
  readonly name: Parameter;
  readonly value: string;
}

function isWrong({ name, value }: PathValue): boolean {
  return !new RegExp(`^(?:${forms[name]})$`).test(value);
}

const idText = "a whole number from 1 on, without leading zeros";

/** What path parameters that are no IDs must be. */
const expectations: Partial<Readonly<Record<Parameter, string>>> = {
  store: "the number or the code of a store view",
  addressType: "billing or shipping",
};

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

interface RouteRow extends Pick<Route, "methods"> {
  readonly path: string;
  readonly beyond?: boolean;
}

function compileAddress({ path, methods }: RouteRow): Address {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as Parameter);
  const form = path.replace(/\{(\w+)\}/g, (_, name: string) => `(${forms[name as Parameter]})`);
  const loose = path.replace(/\{\w+\}/g, "([^/]*)");
  return { form: new RegExp(`^${form}$`), loose: new RegExp(`^${loose}$`), names, methods };
}
