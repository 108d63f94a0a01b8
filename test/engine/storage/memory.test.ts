import { MemoryStorage } from "../../../src/engine/storage/memory.js";
import { storageContract } from "./contract.js";

storageContract("memory", async () => new MemoryStorage({ freeze: true }));
