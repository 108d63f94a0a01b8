/**
 * The second part of `npm run generate`: builds the sample shop. Its rows are written by the operations of the API,
 * which load the files that the first part generates.
 */
import { textsOf } from "./generate/outputs.js";
import { writeOutputs } from "./generate/write.js";
import { sampleOutput } from "./sample/output.js";

writeOutputs(await textsOf(sampleOutput));
