/** The types of a binding of SOAP v2: those that clients know, extended by the additional members of the contract. */
import type { SoapMember, SoapType } from "../../../generated/doors/soap-v2.js";
import { append } from "../values/lists.js";
import type { Shape } from "./shapes.js";
import { pascalCase } from "./views.js";

type SoapTypeForm = { list: string; required?: true } | { members: SoapMember[] };

const scalars = new Set(["string", "int", "double", "boolean"]);

/** Types of maps and filters: they contain keys and values, so they are never extended. */
const closed = new Set([
  ...["associativeArray", "associativeMultiArray", "filters", "catalogProductRequestAttributes"],
  ...["ArrayOfString", "catalogProductAdditionalAttributesEntity"],
]);

/** The types of maps and lists for contracts that do not define them. */
function common(): Record<string, SoapTypeForm> {
  return {
    ArrayOfString: { list: "string" },
    associativeArray: { list: "associativeEntity" },
    associativeEntity: {
      members: [
        { name: "key", type: "string", required: true },
        { name: "value", type: "string", required: true },
      ],
    },
  };
}

export class TypeTable {
  constructor(private readonly types: Map<string, SoapTypeForm>) {}

  /** A table with the types of a contract, to be extended. */
  static of(types: Readonly<Record<string, SoapType>>): TypeTable {
    const known = structuredClone(types) as Record<string, SoapTypeForm>;
    return new TypeTable(new Map(Object.entries({ ...common(), ...known })));
  }

  /** Appends the additional members of a shape to a type. @param name undefined to create a type for the shape */
  extended(name: string | undefined, shape: Shape, ownName: string): string {
    if (name === undefined) return this.derived(shape, ownName);
    this.extend(name, shape);
    return name;
  }

  /** Creates a type for a shape. */
  derived(shape: Shape, name: string): string {
    if (shape === "int" || shape === "boolean") return shape;
    if (typeof shape === "string") return "string";
    if ("list" in shape) {
      if (typeof shape.list === "string") return "ArrayOfString";
      return this.add(`${name}Array`, { list: this.derived(shape.list, name) });
    }
    if (Object.keys(shape.members).length === 0) return "associativeArray";
    const members = Object.entries(shape.members).map(([member, one]) => ({
      name: member,
      type: this.derived(one, `${name}${pascalCase(member)}`),
    }));
    return this.add(name, { members });
  }

  /** These types and all types they refer to, in the order of the table. */
  reachableFrom(names: readonly string[]): Record<string, SoapTypeForm> {
    const reached = new Set<string>();
    const waiting = names.filter((name) => !scalars.has(name));
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      if (reached.has(name)) continue;
      const type = this.types.get(name);
      if (!type) throw new Error(`spec/doors has no type ${name}`);
      reached.add(name);
      const mentioned = "list" in type ? [type.list] : type.members.map((member) => member.type);
      append(
        waiting,
        mentioned.filter((one) => !scalars.has(one)),
      );
    }
    return Object.fromEntries([...this.types].filter(([name]) => reached.has(name)));
  }

  private extend(name: string, shape: Shape, above: readonly string[] = []): void {
    if (scalars.has(name) || closed.has(name) || typeof shape === "string" || above.includes(name)) return;
    const type = this.types.get(name);
    if (!type) throw new Error(`spec/doors has no type ${name}`);
    if ("list" in type) {
      if ("list" in shape) this.extend(type.list, shape.list, above);
      return;
    }
    if (!("members" in shape)) return;
    for (const [member, one] of Object.entries(shape.members)) {
      const known = type.members.find((candidate) => candidate.name === member);
      if (known) this.extend(known.type, one, [...above, name]);
      else {
        const derived = this.derived(one, `${name}${pascalCase(member)}`);
        type.members.push({ name: member, type: derived, isExtra: true });
      }
    }
  }

  private add(name: string, type: SoapTypeForm): string {
    const known = this.types.get(name);
    if (known && JSON.stringify(known) !== JSON.stringify(type))
      throw new Error(`two types are called ${name}`);
    this.types.set(name, type);
    return name;
  }
}
