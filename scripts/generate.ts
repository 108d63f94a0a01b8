/** `npm run generate`: spec/ → openrpc.json; openrpc.json and openapi.yaml → generated/, with the sample shop. */
import { parseOpenRPCDocument } from "@open-rpc/schema-utils-js";
import { steps, textsOf } from "./generate/outputs.js";
import { writeOutputs } from "./generate/write.js";

for (const step of steps()) {
  const files = await textsOf(await step());
  const document = files["openrpc.json"];
  // Nothing is written if OpenRPC's own parser refuses the document.
  if (document !== undefined) await parseOpenRPCDocument(document, { validate: true, dereference: false });
  writeOutputs(files);
}
