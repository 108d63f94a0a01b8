import { MemoryStorage } from "../../src/storage/memory.js";
import { storageContract } from "./contract.js";

storageContract("memory", async () => new MemoryStorage({ freeze: true }));
