/** Judges the bodies of requests, and gives them the form that operations expect. */
import type { Settings } from "../../../engine/config/config.js";
import { unwrittenProblems } from "../../../engine/contract/members.js";
import type { Members } from "../../../../generated/tables.js";
import { isObject, type DataObject } from "../../../engine/values/coercion.js";
import type { RestCall } from "./call.js";
import type { RestContract } from "./contract.js";
import { bodyProblems, closing, nothingWritable } from "./problems.js";
import { refused } from "./refusal.js";
import { parameterProblem } from "./rest-query.js";

/** The members that a request writes, and those that it ignores although it is strict. */
type Written = Pick<Members, "known" | "owned">;

/** The methods throw `RestError` 400 with all problems of a body. */
export class Bodies {
  constructor(
    private readonly contract: RestContract,
    private readonly settings: Pick<Settings, "unknownMembers">,
  ) {}

  /** Checks the query, and the part of the body that the handler wants checked. */
  async judge(call: RestCall): Promise<void> {
    const { handler, search } = call;
    if (handler.body === "one" && !handler.judged) {
      call.fields = await this.validate(call, call.fields);
      return;
    }
    call.problems = await this.contract.problems(call, handler.judged?.(call));
    const { parameter } = call.problems;
    if (parameter !== undefined) throw refused(400, parameterProblem(parameter, search));
  }

  /** Validates a record that was sent alone or as one of several. */
  async validate(call: RestCall, sent: DataObject): Promise<DataObject> {
    const data = withLists(sent);
    const { fields, isEmpty } = await this.contract.problems(call, data);
    if (isEmpty) throw refused<"createProduct">(400, nothingWritable(data));
    if (fields.length > 0) throw refused<"createProduct">(400, [...bodyProblems(fields, sent), closing]);
    return data;
  }

  /** Under strict handling, refuses members that the request does not hand to an operation, which would judge them. */
  refuseUnwritten(
    { context, name }: Pick<RestCall, "context" | "name">,
    written: Written,
    sent: DataObject,
  ): void {
    const handling = context.prefer?.handling ?? this.settings.unknownMembers;
    if (handling === "pass" || handling === "lenient") return;
    const problems = unwrittenProblems(written, sent, [], name);
    if (problems.length > 0) throw refused<"createProduct">(400, [...bodyProblems(problems, sent), closing]);
  }
}

/** Members that are lists. In XML, an empty list is an empty element. */
const lists: ReadonlySet<string> = new Set([
  "website_ids",
  "category_ids",
  "tier_price",
  "copy_to_stores",
  "group_price",
  "types",
  "street",
]);

function withLists(data: DataObject): DataObject {
  const entries = Object.entries(data).map(([name, value]) => [
    name,
    lists.has(name) && (value === "" || (isObject(value) && Object.keys(value).length === 0)) ? [] : value,
  ]);
  return Object.fromEntries(entries) as DataObject;
}
