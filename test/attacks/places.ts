/** Every position of a value in the contract: parameters, members of objects, elements of lists, filters. */
import { readFileSync } from "node:fs";

type Schema = Readonly<Record<string, unknown>>;

interface Method {
  readonly name: string;
  readonly params: readonly { readonly name: string; readonly schema: Schema }[];
  readonly examples?: readonly {
    readonly params: readonly { readonly name: string; readonly value: unknown }[];
  }[];
}

interface Contract {
  readonly methods: readonly Method[];
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** A call with a hole in it. */
export interface Place {
  /** For example `catalog_product.create productData.name`. */
  readonly title: string;
  readonly operation: string;
  /** The JSON of the arguments before and after the hole. */
  readonly before: string;
  readonly behind: string;
}

/** The placeholder of the value; no document contains it. */
const hole = "\ue000hole\ue000";

/** Nested objects: the parameter itself, its members, and theirs. */
const maxDepth = 3;

const operators = ["eq", "in", "nin", "like", "nlike", "from", "finset"];

export function placesOf(contractFile: URL): Place[] {
  const contract = JSON.parse(readFileSync(contractFile, "utf8")) as Contract;
  return contract.methods
    .filter(({ name }) => name.includes("."))
    .flatMap((method) => placesOfMethod(method, contract.components.schemas));
}

/** Schemas that allow long texts. */
function filteredBy(operation: string): string {
  if (operation.startsWith("catalog_product")) return "name";
  return operation.startsWith("customer") ? "lastname" : "increment_id";
}

function placesOfMethod(method: Method, schemas: Contract["components"]["schemas"]): Place[] {
  const given = method.examples?.[0]?.params ?? [];
  const example: unknown[] = method.params.map(
    ({ name }) => given.find((one) => one.name === name)?.value ?? null,
  );
  const places: Place[] = [];
  const filtered = filteredBy(method.name);
  method.params.forEach(({ name, schema }, index) => {
    const put = (title: string, value: unknown) => {
      const [before = "", behind = ""] = JSON.stringify(example.with(index, value)).split(
        JSON.stringify(hole),
      );
      places.push({ title: `${method.name} ${title}`, operation: method.name, before, behind });
    };
    walk(schema, name, example[index], put, 0);
  });
  return places;

  function walk(
    schema: Schema,
    title: string,
    value: unknown,
    put: (title: string, value: unknown) => void,
    depth: number,
  ): void {
    put(title, hole);
    if (title.endsWith("filters")) {
      for (const operator of operators) put(`${title} ${operator}`, { [filtered]: { [operator]: hole } });
      return;
    }
    if (depth >= maxDepth) return;
    for (const [member, memberSchema] of membersOf(schema)) {
      const others = typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
      const own = (others as Record<string, unknown>)[member];
      walk(
        memberSchema,
        `${title}.${member}`,
        own,
        (inner, one) => put(inner, { ...others, [member]: one }),
        depth + 1,
      );
    }
    for (const element of elementsOf(schema)) {
      const [first] = Array.isArray(value) ? (value as unknown[]) : [];
      walk(element, `${title}[]`, first, (inner, one) => put(inner, [one]), depth + 1);
    }
  }

  function membersOf(schema: Schema): [string, Schema][] {
    return variants(schema).flatMap(({ properties }) =>
      Object.entries((properties ?? {}) as Record<string, Schema>),
    );
  }

  function elementsOf(schema: Schema): Schema[] {
    return variants(schema).flatMap(({ items }) => (items === undefined ? [] : [items as Schema]));
  }

  /** The schema itself and its parts. */
  function variants(schema: Schema): Schema[] {
    const target = typeof schema.$ref === "string" ? schemas[schema.$ref.split("/").at(-1) ?? ""] : schema;
    if (!target) return [];
    const parts = [target.allOf, target.oneOf, target.anyOf].flatMap((list) => (list ?? []) as Schema[]);
    return [target, ...parts.flatMap(variants)];
  }
}
