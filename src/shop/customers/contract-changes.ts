/** Adds the custom attributes of customers to the published contracts (customers 7.4). */
import type { CustomAttribute } from "../data/entities/customer.js";

type Attributes = readonly CustomAttribute[];

interface Schema {
  readonly properties?: Record<string, unknown>;
  readonly required?: string[];
}

interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** The JSON-RPC contract as OpenRPC or OpenAPI, which have the same components. */
export function rpcContractWith(text: string, attributes: Attributes): string {
  return withProperties(text, attributes, {
    Customer: { title: "CustomerAttribute", describe: answeredValue },
    NewCustomer: { title: "NewCustomerAttribute", describe: sentValue, isNeeded: true },
    CustomerChanges: { title: "CustomerChangesAttribute", describe: sentValue },
    CustomerFilters: { title: "CustomerFilterAttribute", describe: filterOf },
  });
}

const restAdditions: Readonly<Record<string, Addition>> = {
  Customer: { describe: restValue },
  CustomerEntry: { describe: restValue },
  CustomerCreate: { describe: restValue, isNeeded: true },
  CustomerUpdate: { describe: restValue },
};

/** The contract of the REST resource, in which all values are text. */
export function restContractWith(text: string, attributes: Attributes): string {
  return withProperties(text, attributes, restAdditions);
}

/** The same as YAML. Inserts the additions into the text as JSON, which is valid YAML, to keep the comments. */
export function restYamlWith(text: string, attributes: Attributes): string {
  if (attributes.length === 0) return text;
  const names = Object.keys(restAdditions);
  return text.replace(/^ {4}(\w+):\n(?: {6,}.*\n|\n)+/gm, (schema, name: string) =>
    names.includes(name) ? schemaTextWith(schema, attributes, restAdditions[name] as Addition) : schema,
  );
}

function schemaTextWith(schema: string, attributes: Attributes, { describe, isNeeded }: Addition): string {
  const needed = isNeeded ? attributes.filter(({ required }) => required) : [];
  const members = attributes.map((one) => `        ${one.code}: ${JSON.stringify(describe(one))}\n`);
  return schema
    .replace(/^( {6}required: \[[^\]]*)\]/m, (_, list: string) =>
      [list, ...needed.map(({ code }) => code)].join(", ").concat("]"),
    )
    .replace(/^ {6}properties:(?: &\w+)?\n/m, (line) => line + members.join(""));
}

/** The XML Schema with an element for each attribute. */
export function schemaWith(xsd: string, attributes: Attributes): string {
  if (attributes.length === 0) return xsd;
  const types = { text: "Text", int: "xs:integer", date: "OptionalDay", boolean: "OptionalFlag" } as const;
  const elements = attributes.map(
    ({ code, type }) => `      <xs:element name="${code}" type="${types[type]}"/>\n`,
  );
  const end = xsd.indexOf("    </xs:choice>", xsd.indexOf('<xs:group name="customerFields">'));
  return xsd.slice(0, end) + elements.join("") + xsd.slice(end);
}

interface Addition {
  /** Prefix of the titles of the new members: in the JSON-RPC contract, every schema has a unique title. */
  readonly title?: string;
  readonly describe: (attribute: CustomAttribute) => object;
  /** Whether required attributes are required in this schema. */
  readonly isNeeded?: true;
}

function withProperties(
  text: string,
  attributes: Attributes,
  additions: Readonly<Record<string, Addition>>,
): string {
  if (attributes.length === 0) return text;
  const document = JSON.parse(text) as Document;
  for (const [name, { title, describe, isNeeded }] of Object.entries(additions)) {
    const schema = document.components.schemas[name];
    if (!schema?.properties) throw new Error(`the contract has no schema ${name} for customer attributes`);
    for (const attribute of attributes) {
      const named = title === undefined ? {} : { title: title + titleOf(attribute) };
      schema.properties[attribute.code] = { ...named, ...describe(attribute) };
      if (isNeeded && attribute.required) schema.required?.push(attribute.code);
    }
  }
  return JSON.stringify(document, undefined, 2);
}

/** `member_since` → `MemberSince` */
function titleOf({ code }: CustomAttribute): string {
  return code.replace(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function descriptionOf({ visible_on_front }: CustomAttribute): string {
  return visible_on_front
    ? "An attribute of this shop; absent without a value."
    : "An attribute of this shop that its storefront does not show; absent without a value.";
}

const dayPattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$";

function answeredValue(attribute: CustomAttribute): object {
  const forms = {
    text: { type: "string", maxLength: 255 },
    int: { type: "integer" },
    date: { type: "string", pattern: dayPattern },
    boolean: { type: "integer", enum: [0, 1] },
  } as const;
  return { description: descriptionOf(attribute), ...forms[attribute.type] };
}

function sentValue(attribute: CustomAttribute): object {
  const forms = {
    text: { type: "string", maxLength: 255 },
    int: { type: "integer" },
    date: { type: "string", pattern: `${dayPattern}|^$` },
    boolean: { type: "boolean" },
  } as const;
  const description = attribute.required
    ? "An attribute of this shop that every customer needs."
    : 'An attribute of this shop; "" clears it.';
  return { description, ...forms[attribute.type] };
}

function filterOf({ type }: CustomAttribute): object {
  const filters = {
    text: "TextFilter",
    int: "NumberFilter",
    date: "DateTimeFilter",
    boolean: "NumberFilter",
  } as const;
  return { $ref: `#/components/schemas/${filters[type]}` };
}

function restValue(attribute: CustomAttribute): object {
  return { description: descriptionOf(attribute), type: "string", maxLength: 255 };
}
