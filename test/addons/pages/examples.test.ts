/** The examples of the documentation are correct: they compile, and a real server answers them. */
import { execFile, spawnSync } from "node:child_process";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callExamples } from "../../../scripts/docs/examples.js";
import { isOperation, readSources } from "../../../scripts/docs/sources.js";
import { firstCalls } from "../../../src/addons/pages/first-calls.js";
import { exampleState } from "../../support/example-state.js";
import { admin, startShop, type Shop } from "../../support/shop.js";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../..", import.meta.url));
const { rpc } = readSources(root);
const operations = rpc.methods.filter(isOperation);

let shop: Shop;
let folder: string;

beforeAll(async () => {
  shop = await startShop({ dataset: "sample" });
  folder = await mkdtemp(join(tmpdir(), "store-api-docs-"));
});

afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true, force: true });
});

function examplesIn(language: string) {
  return operations.flatMap((method) =>
    (method.examples ?? []).map(({ params }) => {
      const example = callExamples(method, params).find((one) => one.language === language);
      return { name: method.name, method, code: example?.code ?? "" };
    }),
  );
}

test("every TypeScript example compiles against the client", () => {
  const examples = examplesIn("TypeScript");
  const text = [
    'import { createClient } from "./client.js";',
    'const shop = createClient({ url: "", username: "", apiKey: "" });',
    ...examples.map(({ code }) => `{\n${code}\nvoid result;\n}`),
    "export {};",
  ].join("\n");
  const file = join(root, "generated/clients/typescript/examples-of-the-documentation.ts");
  const options: ts.CompilerOptions = {
    ...{ noEmit: true, strict: true, skipLibCheck: true, target: ts.ScriptTarget.ES2022, types: [] },
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ["lib.es2023.d.ts", "lib.dom.d.ts"],
  };
  const host = ts.createCompilerHost(options);
  const getSourceFile = host.getSourceFile.bind(host);
  host.getSourceFile = (name, ...rest) =>
    name === file ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2022) : getSourceFile(name, ...rest);
  const problems = ts.getPreEmitDiagnostics(ts.createProgram([file], options, host));
  expect(problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"))).toEqual([]);
  expect(examples.length).toBeGreaterThan(operations.length - 1);
});

test.each([
  { language: "JSON-RPC", path: "/api/jsonrpc", answer: '"result":', refusal: '"error":{', least: 130 },
  { language: "XML-RPC", path: "/api/xmlrpc", answer: "<methodResponse>", refusal: "<fault>", least: 130 },
  { language: "SOAP v1", path: "/api/soap", answer: "Envelope", refusal: "Fault>", least: 130 },
  { language: "SOAP v2", path: "/api/v2_soap", answer: "Envelope", refusal: "Fault>", least: 120 },
])("every example answers by $language as it stands", async ({ language, path, answer, refusal, least }) => {
  const examples = examplesIn(language).filter(({ code }) => code !== "");
  for (const { name, code } of examples) {
    await shop.reset(exampleState(name));
    const session = await shop.login();
    const [head = "", ...rest] = code.split("\n\n");
    expect(head).toContain(`POST ${path}\n`);
    const body = rest.join("\n\n").replace("<session>", session).replace("&lt;session&gt;", session);
    const type = head.replace(/^[^]*Content-Type: /, "");
    const { text } = await shop.http("POST", path, { body, headers: { "Content-Type": type } });
    expect(text, name).toContain(answer);
    expect(text, name).not.toContain(refusal);
  }
  expect(examples.length).toBeGreaterThan(least);
});

test("every Python example is a call that the client knows, under the names of its signatures", async ({
  skip,
}) => {
  skip(
    spawnSync("python3", ["--version"], { stdio: "ignore" }).error !== undefined,
    "python3 is not installed",
  );
  await shop.reset("sample");
  const program = `import json, sys, warnings
from store_api import Shop, StoreApiError
warnings.simplefilter("error", DeprecationWarning)
shop = Shop(sys.argv[1], "admin", "admin123")
wrong = []
for name, code in json.load(open(sys.argv[2])):
    try:
        exec(code, {"shop": shop})
    except StoreApiError:
        pass
    except Exception as error:
        wrong.append(f"{name}: {error!r}")
print(json.dumps(wrong))`;
  const examples = examplesIn("Python").map(({ name, code }) => [name, code]);
  const file = join(folder, "python-examples.json");
  await writeFile(file, JSON.stringify(examples));
  const client = join(root, "generated/clients/python");
  const env = { ...process.env, PYTHONPATH: client, PYTHONDONTWRITEBYTECODE: "1" };
  const { stdout } = await run("python3", ["-c", program, shop.url, file], { cwd: folder, env });
  expect(JSON.parse(stdout)).toEqual([]);
  expect(examples.length).toBeGreaterThan(operations.length - 1);
});

describe("the first call", () => {
  const programs: Readonly<Record<string, readonly string[]>> = {
    curl: ["sh", "call.sh"],
    TypeScript: [process.execPath, "--import", import.meta.resolve("tsx"), "call.ts"],
    Python: ["python3", "call.py"],
    PHP: ["php", "call.php"],
    fetch: [process.execPath, "call.mjs"],
  };
  /** The files that the page says to download and install, unpacked. */
  const needed: Readonly<Record<string, string>> = {
    TypeScript: "typescript/client.ts",
    Python: "python/store_api",
    PHP: "php",
  };

  test.for(Object.keys(programs))("works unchanged in %s", async (language, { skip }) => {
    const [program = "", ...args] = programs[language] ?? [];
    const { error } = spawnSync(program, ["--version"], { stdio: "ignore" });
    skip(error !== undefined, `${program} is not installed`);
    const parts = { address: shop.url, username: admin.username, apiKey: admin.key };
    const { code = "" } = firstCalls(parts).find((one) => one.language === language) ?? {};
    const client = needed[language];
    if (client !== undefined) {
      const target = language === "PHP" ? folder : join(folder, basename(client));
      await cp(join(root, "generated/clients", client), target, { recursive: true });
    }
    await writeFile(join(folder, "package.json"), '{ "type": "module" }');
    await writeFile(join(folder, args.at(-1) ?? ""), code);
    const { stdout } = await run(program, args, { cwd: folder });
    expect(stdout).toContain("Stoneware Mug");
  });
});
