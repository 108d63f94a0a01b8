/** `npm run collection`: writes the operations as a Postman collection, which Bruno and Insomnia can import too. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { collectionFile, collectionText } from "./generate/collection.js";
import { projectRoot } from "./spec/chapters.js";
import { script } from "./usage.js";

const summary = `Writes ${collectionFile} from generated/rpc.openapi.json with Postman's own converter. Needs the packages of test/outside,
which npm run test:all installs. A test of test:all fails if the file is out of date.`;
script("collection", summary).parse();

writeFileSync(join(projectRoot, collectionFile), await collectionText());
console.log(`written ${collectionFile}`);
