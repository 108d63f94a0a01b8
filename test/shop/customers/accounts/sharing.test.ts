/** CUSTOMER_SHARE_SCOPE=global over data in which two customers have the same e-mail address (customers 1.3). */
import { expect, test } from "vitest";
import { callBy, workingPlace } from "../../../support/process.js";
import { least } from "../customer-shop.js";

/** A start compiles the sources first, which takes a while if both cores are busy. */
const patience = 90_000;

const shared = { STORE_API_CUSTOMER_SHARE_SCOPE: "global" };

test(
  "prevents the start, whether the data was stored or comes from a file",
  { timeout: patience },
  async (context) => {
    const place = await workingPlace(context);
    const first = place.start(["--port", "0"]);
    const customer = { ...least, email: "ANNA.becker@example.com", website_id: 2 };
    expect(await callBy(await first.address(), "customer.create", [customer])).toMatchObject({ result: 9 });
    first.kill("SIGTERM");
    expect(await first.ended).toBe(0);

    const kept = place.start(["--port", "0"], shared);
    const file = ["--port", "0", "--storage", "file:./other", "--dataset", "./data/db.json"];
    const loaded = place.start(file, shared);
    expect(await kept.ended).toBe(2);
    expect(kept.stderr).toMatch(
      /^store-api: STORE_API_CUSTOMER_SHARE_SCOPE=global .*customers 1 and 9 have .*\n$/,
    );
    expect(await loaded.ended).toBe(6);
    expect(loaded.stderr).toMatch(/^store-api: The dataset .*customers 1 and 9 have .*\n$/);
    expect(kept.stderr + loaded.stderr).not.toContain("@");

    // The refusals do not affect the next start.
    await place.start(["--port", "0"]).address();
    const next = place.start(file);
    await next.address();
    expect(next.stdout).toContain("loaded with the dataset ./data/db.json");
  },
);
