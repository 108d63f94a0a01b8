import { hangingHandlers } from "./support/hanging-handlers.js";

hangingHandlers("memory");
hangingHandlers("file");
