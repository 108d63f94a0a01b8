/** Bodies of requests that write: read, held to the contract, and in the forms that operations take. */
import { isObject, type DataObject } from "../../../engine/values/coercion.js";
import { nothingWritable, type BodyContract } from "../forms/contract.js";
import type { RestCall } from "../forms/call.js";
import { refused } from "../forms/refusal.js";
import type { RestOperation } from "../forms/rest-operations.js";
import { closing } from "./operations.js";

type Call = Pick<RestCall<RestOperation>, "readFields" | "request">;

/** The body once the record was found; 400 with all that the contract finds wrong with it. */
export type ReadBody = (call: Call, find?: () => Promise<unknown>) => Promise<DataObject>;

export function bodyReader(contract: BodyContract): ReadBody {
  return async (call, find) => {
    const data = withLists(await call.readFields());
    await find?.();
    const address = call.request.url?.split("?", 1)[0]?.replace(/\/$/, "") ?? "";
    const problems = await contract.problems(call.request.method ?? "", address, data);
    const [first] = problems;
    if (first === nothingWritable) throw refused<"createProduct">(400, first);
    if (first !== undefined) throw refused<"createProduct">(400, [...problems, closing]);
    return data;
  };
}

/** Members that are lists: in XML an empty list is an empty element. */
const lists: ReadonlySet<string> = new Set([
  "website_ids",
  "category_ids",
  "tier_price",
  "group_price",
  "types",
]);

function withLists(data: DataObject): DataObject {
  const entries = Object.entries(data).map(([name, value]) => [
    name,
    lists.has(name) && (value === "" || (isObject(value) && Object.keys(value).length === 0)) ? [] : value,
  ]);
  return Object.fromEntries(entries) as DataObject;
}
