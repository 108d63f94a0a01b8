/**
 * Every handler checks its arguments in the order of `x-checks`: a call in which two checks fail has the same
 * answer as one in which only the earlier check fails.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { bundle, type OpenRpcMethod } from "../../../src/engine/chapters/bundle.js";
import { readChapters } from "../../../scripts/spec/chapters.js";
import { operations, type OperationRow } from "../../../generated/tables.js";
import { bearer, startShop, type RpcError } from "../../support/shop.js";
import { isWanted } from "../../support/wanted.js";
import { filledCart } from "../../support/example-state.js";
import { addOddRecords, failing, rowText, strayRows, type Arguments } from "./failing-checks.js";

const shop = await startShop({ dataset: "sample" });
beforeAll(async () => {
  await shop.reset(filledCart);
  await addOddRecords(shop.storage);
});

type Name = keyof typeof operations;
const chapters = new Map(bundle(readChapters()).methods.map((method) => [method.name, method]));

/** Arguments of a call that succeeds on the sample shop. */
function soundArguments(name: Name): Arguments {
  const { examples } = chapters.get(name) as OpenRpcMethod;
  return Object.fromEntries(examples[0]?.params.map((param) => [param.name, param.value]) ?? []);
}

async function errorOf(name: Name, args: Arguments): Promise<RpcError | undefined> {
  const { error } = await shop.rpc(name, args, bearer(await shop.session()));
  return error;
}

function isData(value: unknown): value is Arguments {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Members of objects are copied one by one, any other value as a whole. */
function withAll(args: Arguments, more: Arguments): Arguments {
  const merged = Object.entries(more).map(([name, value]) => {
    const known = args[name];
    return [name, isData(known) && isData(value) ? withAll(known, value) : value] as const;
  });
  return { ...args, ...Object.fromEntries(merged) };
}

/** Whether both can be given at once, since an argument has only one value. */
function canBothBeGiven(one: Arguments, other: Arguments): boolean {
  return Object.entries(one).every(([name, value]) => {
    if (!(name in other) || Object.is(value, other[name])) return true;
    const another = other[name];
    return isData(value) && isData(another) && canBothBeGiven(value, another);
  });
}

interface Failure {
  readonly check: string;
  readonly fault: string;
  readonly args: Arguments;
}

function failures(name: Name): Failure[] {
  const { checks }: OperationRow = operations[name];
  return checks.map((row) => {
    const args = failing(name, row);
    if (!args)
      throw new Error(`test/engine/calls/failing-checks.ts does not say what fails ${name}, ${rowText(row)}`);
    return { check: rowText(row), fault: row.fault, args };
  });
}

const checked = (Object.keys(operations) as Name[]).filter(
  (name) => isWanted(name) && operations[name].checks.length > 0,
);

test("every row of the table belongs to a check", () => expect(strayRows()).toEqual([]));

describe.each(checked)("%s", (name) => {
  const sound = soundArguments(name);
  const all = failures(name);

  test.each(all)("$check", async ({ fault, args }) => {
    expect(await errorOf(name, withAll(sound, args))).toMatchObject({ data: { fault } });
  });

  const pairs = all.flatMap((earlier, index) =>
    all
      .slice(index + 1)
      .filter((later) => canBothBeGiven(earlier.args, later.args))
      .map((later) => ({ earlier, later, title: `${earlier.check} before ${later.check}` })),
  );
  test.each(pairs)("$title", async ({ earlier, later }) => {
    const alone = await errorOf(name, withAll(sound, earlier.args));
    const both = await errorOf(name, withAll(withAll(sound, later.args), earlier.args));
    expect(both).toEqual(alone);
  });
});
