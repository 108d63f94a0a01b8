import { onTestFinished } from "vitest";
import { parsePostgresAddress } from "../../../src/addons/postgres/address.js";
import { openPostgresStorage } from "../../../src/addons/postgres/open.js";
import { createDatabase } from "../../support/postgres.js";
import { storageContract } from "../../engine/storage/contract.js";
import { collections } from "../../../src/shop/data/collections.js";

storageContract("postgres", async () => {
  const database = await createDatabase();
  onTestFinished(() => database.drop());
  return openPostgresStorage(parsePostgresAddress(database.url), { collections });
});
