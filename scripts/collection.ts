/** `npm run collection`: writes the operations as a Postman collection, which Bruno and Insomnia can import too. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { collectionFile, collectionText } from "./generate/collection.js";
import { projectRoot } from "./spec/chapters.js";

const summary = `Writes ${collectionFile} from generated/rpc.openapi.json with Postman's own converter. Needs the packages of test/outside,
which npm run test:all installs. A test of test:all fails if the file is out of date.`;
new Command("npm run collection --").description(summary).parse();

writeFileSync(join(projectRoot, collectionFile), await collectionText());
console.log(`written ${collectionFile}`);
