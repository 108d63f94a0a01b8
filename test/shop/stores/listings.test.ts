/** Lists of store views are sorted by sort order and name, those of customer groups by ID (doors 9.1). */
import { expect, test } from "vitest";
import { store } from "../../../src/shop/stores/store.js";
import { group } from "../../../src/shop/customers/groups/group.js";

const shop = {
  doc: {
    views: [
      { store_id: 2, sort_order: 0, name: "Italiano" },
      { store_id: 0, sort_order: 0, name: "Admin" },
      { store_id: 10, sort_order: 10, name: "Deutsch" },
      { store_id: 11, sort_order: 0, name: "english" },
      { store_id: 12, sort_order: -1, name: "Polski" },
      { store_id: 4, sort_order: 2, name: "Suomi" },
      { store_id: 3, sort_order: 0, name: "English" },
      { store_id: 1, sort_order: 10, name: "Česky" },
    ],
    customer_groups: [2, 0, 10, 1].map((group_id) => ({ group_id, code: `Group ${group_id}` })),
  },
};

test("store views, without the one for all views", async () => {
  const views = await store.list({ shop } as unknown as Parameters<typeof store.list>[0]);
  expect(views).toMatchObject([12, 3, 11, 2, 4, 1, 10].map((store_id) => ({ store_id })));
});

test("customer groups", async () => {
  const groups = await group.list({ shop } as unknown as Parameters<typeof group.list>[0]);
  expect(groups).toMatchObject([0, 1, 2, 10].map((customer_group_id) => ({ customer_group_id })));
});
