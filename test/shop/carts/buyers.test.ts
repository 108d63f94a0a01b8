/** beyond 8.1, 12.3: reading buyers, and copying them to orders. */
import { describe, expect, test } from "vitest";
import { buyerAfterOrder, buyerOfOrder, readBuyer } from "../../../src/shop/carts/buyers.js";
import { newCart } from "../../../src/shop/carts/carts.js";
import type { CartBuyer } from "../../../src/shop/data/entities/cart.js";

const ada = { firstname: "Ada", lastname: "King", email: "ada@example.com" };
const register = { ...ada, password: "secret1", password_confirmation: "secret1" };

function bought(data: object, mode = "guest"): CartBuyer {
  const read = readBuyer({ ...data }, mode);
  if ("problems" in read) throw new Error(JSON.stringify(read.problems));
  return read.buyer;
}
const textsOf = (data: object, mode = "guest") => {
  const read = readBuyer({ ...data }, mode);
  return "problems" in read ? read.problems.map(({ message }) => message) : [];
};

test("a guest has a name and an address, and null for all other members", () => {
  const rest = { prefix: null, middlename: null, suffix: null, dob: null, taxvat: null, gender: null };
  const internal = { group_id: 1, password_hash: null, has_ordered: 0 };
  expect(bought(ada)).toEqual({ mode: "guest", ...ada, ...rest, ...internal });
  expect(bought(register, "register")).toMatchObject({ mode: "register", ...ada });
});

test("invalid values of other members are ignored", () => {
  const whole = {
    prefix: "Dr",
    middlename: "M",
    suffix: "Sr",
    dob: "1980-12-10",
    taxvat: "DE1",
    gender: "2",
  };
  expect(bought({ ...ada, ...whole })).toMatchObject({ ...whole, gender: 2 });
  expect(bought({ ...ada, gender: 1 })).toMatchObject({ gender: 1 });
  expect(bought({ ...ada, dob: "yesterday", gender: 3, prefix: "" })).toMatchObject({
    ...{ dob: null, gender: null, prefix: null },
  });
});

describe("refused, in this order", () => {
  const noFirst = "The first name cannot be empty.";
  const noLast = "The last name cannot be empty.";
  test.each([
    { data: {}, want: [noFirst, noLast, 'Invalid email address "".'] },
    { data: { ...ada, firstname: " " }, want: [noFirst] },
    { data: { ...ada, lastname: ["King"] }, want: ["The last name is not usable."] },
    { data: { ...ada, email: "ada" }, want: ['Invalid email address "ada".'] },
  ])("$data", ({ data, want }) => expect(textsOf(data)).toEqual(want));

  const apart = "Please make sure your passwords match.";
  test.each([
    { password: "secret1", confirmation: "secret1", want: [] },
    { password: " secret1 ", confirmation: "secret1", want: [] },
    { password: "secret", confirmation: "secret", want: ["The minimum password length is 7"] },
    { password: "secret1", confirmation: "secret2", want: [apart] },
    { password: "secret1", confirmation: undefined, want: [apart] },
    { password: "", confirmation: undefined, want: ["The password cannot be empty."] },
    { password: "x".repeat(256), confirmation: "x".repeat(256), want: [] },
    {
      ...{ password: "x".repeat(257), confirmation: "x".repeat(257) },
      want: ["The password must have at most 256 characters."],
    },
  ])("$password, then $confirmation", ({ password, confirmation, want }) => {
    expect(textsOf({ ...ada, password, confirmation }, "register")).toEqual(want);
    expect(textsOf({ ...ada, password, password_confirmation: confirmation }, "register")).toEqual(want);
    expect(textsOf({ ...ada, password, confirmation })).toEqual([]);
  });
});

test("after the order, a guest counts as not logged in, and other buyers are unchanged", () => {
  const guest = bought(ada);
  expect(buyerAfterOrder(guest)).toEqual({ ...guest, group_id: 0, has_ordered: 1 });
  const other = bought(register, "register");
  expect(buyerAfterOrder(other)).toBe(other);
  expect(buyerAfterOrder(null)).toBeNull();
});

test.each([
  { title: "a guest", buyer: bought(ada), account: undefined, is: [null, 1, 0] },
  { title: "a buyer who registers", buyer: bought(register, "register"), account: 7, is: [7, 0, 1] },
  { title: "no buyer", buyer: null, account: undefined, is: [null, 0, 1] },
])("an order of $title", ({ buyer, account, is }) => {
  const cart = { ...newCart(1, 1, "2025-06-01 12:00:00"), buyer };
  const order = buyerOfOrder(cart, undefined, account);
  expect([order.customer_id, order.customer_is_guest, order.customer_group_id]).toEqual(is);
  expect(order).toMatchObject({
    ...{ customer_email: buyer?.email ?? "", customer_lastname: buyer?.lastname ?? "" },
    ...{ customer_firstname: buyer?.firstname ?? "", customer_prefix: null, customer_dob: null },
  });
});
