import { onTestFinished } from "vitest";
import { parsePostgresAddress } from "../../../src/engine/storage/postgres/address.js";
import { openPostgresStorage } from "../../../src/engine/storage/postgres/open.js";
import { createDatabase } from "../../support/postgres.js";
import { storageContract } from "./contract.js";
import { collections } from "../../../src/shop/data/collections.js";

storageContract("postgres", async () => {
  const database = await createDatabase();
  onTestFinished(() => database.drop());
  return openPostgresStorage(parsePostgresAddress(database.url), { collections });
});
