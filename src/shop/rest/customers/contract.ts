/** The fields of the customers resource in openapi.yaml. */
import type { DataObject } from "../../../engine/values/coercion.js";
import type { components } from "../../../../generated/rest.js";
import { unwrittenProblems } from "../../../engine/contract/members.js";
import type { Problem } from "../../../engine/values/problem.js";
import { writtenContract } from "../forms/contract.js";
import type { CustomAttribute } from "../../data/entities/customer.js";

/** Fields that the server sets. A record that was read and is sent back holds former values of them. */
const serverFields = ["entity_id", "created_at", "updated_at", "last_logged_in"] satisfies (keyof Customer)[];

type Customer = components["schemas"]["Customer"];

export class CustomerContract {
  private fields: ReturnType<typeof customerFields> | undefined;

  constructor(private readonly attributes: () => readonly CustomAttribute[]) {}

  /**
   * The fields that would have no effect, for strict handling (conventions 4).
   * @param writable the names that the request can write
   * @param record the stored customer, with the fields that the caller can read; undefined for a new one
   */
  unwrittenFields(
    data: DataObject,
    writable: readonly string[],
    record: object | undefined,
  ): readonly Problem[] {
    this.fields ??= customerFields();
    const known = Object.fromEntries(writable.map((name) => [name, null]));
    const owned = serverFields;
    if (!record) return unwrittenProblems({ known, owned }, data, [], "createCustomer");
    const fixed = [...this.fields, ...this.attributes().map(({ code }) => code)];
    return unwrittenProblems({ known, owned, fixed }, data, [record], "updateCustomer");
  }
}

/** The fields of a customer in requests and responses. */
function customerFields(): readonly string[] {
  const { schemas } = writtenContract().components as {
    schemas: Readonly<Record<string, { readonly properties: object }>>;
  };
  const names = ["CustomerUpdate", "Customer"] satisfies (keyof components["schemas"])[];
  return [...new Set(names.flatMap((name) => Object.keys(schemas[name]?.properties ?? {})))];
}
