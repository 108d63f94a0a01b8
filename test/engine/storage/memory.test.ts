import { MemoryStorage } from "../../../src/engine/storage/memory.js";
import { storageContract } from "./contract.js";
import { collections } from "../../../src/shop/data/collections.js";

storageContract("memory", async () => new MemoryStorage({ collections, freeze: true }));
