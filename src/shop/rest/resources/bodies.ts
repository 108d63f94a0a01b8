/** Reads and validates the bodies of requests, in the form that operations expect. */
import type { Settings } from "../../../engine/config/config.js";
import { unwrittenProblems } from "../../../engine/contract/members.js";
import type { Members } from "../../../../generated/tables.js";
import { isObject, type DataObject } from "../../../engine/values/coercion.js";
import type { BodyContract } from "../forms/contract.js";
import type { RestCall } from "../forms/call.js";
import { bodyProblems, nothingWritable } from "../forms/problems.js";
import { refused } from "../forms/refusal.js";
import { splitUrl } from "../forms/request.js";
import type { RestOperation } from "../forms/rest-operations.js";
import { closing } from "./operations.js";

type Call = Pick<RestCall<RestOperation>, "readFields" | "request">;
type Sent = Pick<RestCall<RestOperation>, "origin" | "operation">;

/** The members that a request writes, and those that it ignores although it is strict. */
type Written = Pick<Members, "known" | "owned">;

/** The methods throw `RestError` 400 with all problems of a body. */
export class Bodies {
  constructor(
    private readonly contract: BodyContract,
    private readonly settings: Pick<Settings, "unknownMembers">,
  ) {}

  /** The body. @param find finds the record, which is checked before the body is validated */
  async read(call: Call, find?: () => Promise<unknown>): Promise<DataObject> {
    const data = await call.readFields();
    await find?.();
    return this.validate(call, data);
  }

  /**
   * Validates a record that was sent alone or as one of several.
   * @param address path for sending it alone
   */
  async validate({ request }: Call, sent: DataObject, address = addressIn(request)): Promise<DataObject> {
    const data = withLists(sent);
    const problems = await this.contract.problems(request.method ?? "", address, data);
    if (!problems) throw refused<"createProduct">(400, nothingWritable(data));
    if (problems.length > 0) throw refused<"createProduct">(400, [...bodyProblems(problems, sent), closing]);
    return data;
  }

  /** Under strict handling, refuses members that the request does not hand to an operation, which would judge them. */
  refuseUnwritten({ origin, operation }: Sent, written: Written, sent: DataObject): void {
    const handling = origin.prefer?.handling ?? this.settings.unknownMembers;
    if (handling === "pass" || handling === "lenient") return;
    const problems = unwrittenProblems(written, sent, [], operation);
    if (problems.length > 0) throw refused<"createProduct">(400, [...bodyProblems(problems, sent), closing]);
  }
}

function addressIn({ url = "" }: Call["request"]): string {
  return splitUrl(url).path;
}

/** Members that are lists. In XML, an empty list is an empty element. */
const lists: ReadonlySet<string> = new Set([
  "website_ids",
  "category_ids",
  "tier_price",
  "copy_to_stores",
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
