/** The types of SOAP v2: those that clients know, extended by what the contract has beyond them. */
import type { SoapType } from "../../../generated/doors/soap-v2.js";
import { append } from "../values/lists.js";
import type { Shape } from "./shapes.js";
import { pascalCase } from "./views.js";

/** `associativeEntity[]`, or members by their type: `{string: [name!, label]}`, several times in order. */
export type WrittenType = string | readonly Readonly<Record<string, readonly string[]>>[];

interface Member {
  readonly name: string;
  type: string;
  readonly required?: true;
}

export type Type = { list: string } | { members: Member[] };

const scalars = new Set(["string", "int", "double", "boolean"]);

/** Types that mean a map or a filter: what is in them is a matter of keys and values. */
const closed = new Set([
  ...["associativeArray", "associativeMultiArray", "filters", "catalogProductRequestAttributes"],
  ...["ArrayOfString", "catalogProductAdditionalAttributesEntity"],
]);

/** What maps and lists are where a contract has no types of its own for them. */
function common(): Record<string, Type> {
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
  constructor(private readonly types: Map<string, Type>) {}

  static written(types: Readonly<Record<string, WrittenType>>): TypeTable {
    return new TypeTable(new Map(Object.entries(types).map(([name, type]) => [name, readType(type)])));
  }

  /** The types of a contract, to which others are added. */
  static of(types: Readonly<Record<string, SoapType>>): TypeTable {
    const known = structuredClone(types) as Record<string, Type>;
    return new TypeTable(new Map(Object.entries({ ...common(), ...known })));
  }

  /** A type with the members that a value has beyond it, at its end; undefined = a type made for the value. */
  extended(name: string | undefined, shape: Shape, ownName: string): string {
    if (name === undefined) return this.derived(shape, ownName);
    this.extend(name, shape);
    return name;
  }

  /** A type made for a value. */
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

  /** Types that these mention, and those that they mention, in the order of the table. */
  reachableFrom(names: readonly string[]): Record<string, Type> {
    const reached = new Set<string>();
    const waiting = names.filter((name) => !scalars.has(name));
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      if (reached.has(name)) continue;
      const type = this.types.get(name);
      if (!type) throw new Error(`spec/doors/soap-v2.yaml has no type ${name}`);
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
    if (!type) throw new Error(`spec/doors/soap-v2.yaml has no type ${name}`);
    if ("list" in type) {
      if ("list" in shape) this.extend(type.list, shape.list, above);
      return;
    }
    if (!("members" in shape)) return;
    for (const [member, one] of Object.entries(shape.members)) {
      const known = type.members.find((candidate) => candidate.name === member);
      if (known) this.extend(known.type, one, [...above, name]);
      else type.members.push({ name: member, type: this.derived(one, `${name}${pascalCase(member)}`) });
    }
  }

  private add(name: string, type: Type): string {
    const known = this.types.get(name);
    if (known && JSON.stringify(known) !== JSON.stringify(type))
      throw new Error(`two types are called ${name}`);
    this.types.set(name, type);
    return name;
  }
}

function readType(written: WrittenType): Type {
  if (typeof written === "string") return { list: written.replace(/\[\]$/, "") };
  const members = written.flatMap((group) =>
    Object.entries(group).flatMap(([type, names]) =>
      names.map((name): Member => {
        const isRequired = name.endsWith("!");
        return { name: name.replace(/!$/, ""), type, ...(isRequired ? { required: true } : {}) };
      }),
    ),
  );
  return { members };
}
