/** Lists of store views and customer groups are sorted by ID (doors 9.1). */
import { expect, test } from "vitest";
import { store } from "../../../src/shop/stores/store.js";
import { group } from "../../../src/shop/customers/groups/group.js";

const shop = {
  doc: {
    views: [2, 0, 10, 1].map((store_id) => ({ store_id })),
    customer_groups: [2, 0, 10, 1].map((group_id) => ({ group_id, code: `Group ${group_id}` })),
  },
};

test("store views, without the one for all views", async () => {
  const views = await store.list({ shop } as unknown as Parameters<typeof store.list>[0]);
  expect(views).toMatchObject([{ store_id: 1 }, { store_id: 2 }, { store_id: 10 }]);
});

test("customer groups", async () => {
  const groups = await group.list({ shop } as unknown as Parameters<typeof group.list>[0]);
  expect(groups).toMatchObject([0, 1, 2, 10].map((customer_group_id) => ({ customer_group_id })));
});
