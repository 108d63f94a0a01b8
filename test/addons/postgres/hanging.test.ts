import { hangingHandlers } from "../../engine/extension/support/hanging-handlers.js";

hangingHandlers("postgres");
