/** `npm run generate`: spec/ → openrpc.json; openrpc.json and openapi.yaml → generated/. */
import { parseOpenRPCDocument } from "@open-rpc/schema-utils-js";
import { outputs, textsOf } from "./generate/outputs.js";
import { writeOutputs } from "./generate/write.js";

const files = await textsOf(outputs());
// Nothing is written if OpenRPC's own parser refuses the document.
await parseOpenRPCDocument(files["openrpc.json"], { validate: true, dereference: false });

writeOutputs(files);
