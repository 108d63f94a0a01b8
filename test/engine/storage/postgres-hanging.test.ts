import { hangingHandlers } from "../extension/support/hanging-handlers.js";

hangingHandlers("postgres");
