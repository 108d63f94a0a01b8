/** Nothing of ours asks a registry for a package named `store-api`. */
import { expect, test } from "vitest";
import { fetchingCommands } from "../scripts/lint/registry-names.js";

// Put together here, so that this file passes the check, too.
const program = ["store", "api"].join("-");
const packed = ["store-management", "api"].join("-");

test.each([
  [`npx ${program}`],
  [`sh 'npx ${program} exec -- npm test'`],
  [`npx -y ${program}`],
  [`npx --yes ${program}@latest`],
  [`npx -p ${packed} ${program}`],
  [`npx --package=${packed} ${program} mcp`],
  [`npx -y -p @modelcontextprotocol/sdk ${program} mcp`],
  [`npx ${packed}`],
  [`NODE_OPTIONS=x npx\n  ${program} --port 8080`],
  [`"command": "npx",\n"args": ["-y", "-p", "${packed}", "${program}"]`],
  [`run("npx", ["${program}", "mcp"])`],
  [`npm exec ${program}`],
  [`npm exec -- ${program}`],
  [`pnpm dlx ${program}`],
  [`yarn dlx ${program}`],
  [`bunx ${program}`],
])("refuses %s", (text) => {
  expect(fetchingCommands(text)).toHaveLength(1);
});

test.each([
  [`npx --no-install ${program} exec -- npx vitest run`],
  [`npx --no-install --offline ${program}`],
  [`run("npx", ["--no-install", "${program}"])`],
  [`./node_modules/.bin/${program} exec -- npm test`],
  [`npx vitest run, then ${program} coverage`],
  [`npx -p node@22 npm test`],
  [`npx tsx scripts/x.ts ${program}`],
  [`npm install <clone>/${packed}-1.0.0.tgz`],
  [`npx; ${program} --help`],
])("accepts %s", (text) => {
  expect(fetchingCommands(text)).toEqual([]);
});
