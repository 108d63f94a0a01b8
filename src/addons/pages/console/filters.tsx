/** A form for the filters of a list operation, with the fields and operators of the contract. */
import { useState } from "preact/hooks";
import type { Operation } from "../../../../generated/clients/typescript/client.js";
import { filterFieldsOf } from "./contract.js";
import { ProblemNote, formValues } from "./parts.js";
import { useLoad } from "./load.js";

export type ListFilters = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const operators = [
  { name: "eq", text: "is" },
  { name: "neq", text: "is not" },
  { name: "like", text: "is like (%)" },
  { name: "in", text: "is one of (,)" },
  { name: "nin", text: "is none of (,)" },
  { name: "gteq", text: "is at least" },
  { name: "lteq", text: "is at most" },
  { name: "gt", text: "is more than" },
  { name: "lt", text: "is less than" },
  { name: "null", text: "is not set" },
  { name: "notnull", text: "is set" },
] as const;

export function FilterForm({
  operation,
  filters,
  onChange,
}: {
  readonly operation: Operation;
  readonly filters: ListFilters;
  readonly onChange: (filters: ListFilters) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const chosen = Object.entries(filters);
  return (
    <div class="filters">
      <div class="row">
        {chosen.map(([field, condition]) => (
          <button
            key={field}
            type="button"
            class="chip accent removable"
            onClick={() => onChange(Object.fromEntries(chosen.filter(([name]) => name !== field)))}
          >
            {conditionText(field, condition)}
            <span class="visually-hidden"> – remove this filter</span>
            <span aria-hidden="true"> ×</span>
          </button>
        ))}
        <button type="button" class="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Filter
        </button>
      </div>
      {isOpen && (
        <NewFilter
          operation={operation}
          onAdd={(field, condition) => onChange({ ...filters, [field]: { ...filters[field], ...condition } })}
        />
      )}
    </div>
  );
}

function NewFilter({
  operation,
  onAdd,
}: {
  readonly operation: Operation;
  readonly onAdd: (field: string, condition: Readonly<Record<string, unknown>>) => void;
}) {
  const fields = useLoad(() => filterFieldsOf(operation), [operation]);
  return (
    <form
      class="row filter-form"
      onSubmit={(event) => {
        const { field = "", operator = "eq", value = "" } = formValues(event);
        onAdd(field, { [operator]: operandOf(operator, value) });
      }}
    >
      <ProblemNote text={fields.problem} />
      <label>
        <span class="visually-hidden">Field</span>
        <select name="field" class="inline">
          {fields.value?.map((field) => (
            <option key={field}>{field}</option>
          ))}
        </select>
      </label>
      <label>
        <span class="visually-hidden">Condition</span>
        <select name="operator" class="inline">
          {operators.map(({ name, text }) => (
            <option key={name} value={name}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span class="visually-hidden">Value</span>
        <input name="value" class="inline" placeholder="value" autocomplete="off" />
      </label>
      <button class="button small primary">Add</button>
    </form>
  );
}

function operandOf(operator: string, value: string): unknown {
  if (operator === "null" || operator === "notnull") return true;
  return operator === "in" || operator === "nin" ? value.split(",").map((one) => one.trim()) : value;
}

function conditionText(field: string, condition: Readonly<Record<string, unknown>>): string {
  const texts = Object.entries(condition).map(([operator, value]) => {
    const { text = operator } = operators.find(({ name }) => name === operator) ?? {};
    return value === true ? text : `${text.replace(/ \(.*\)$/, "")} ${String(value)}`;
  });
  return `${field} ${texts.join(" and ")}`;
}
