/** Common generators, the commands that run each on the served contracts, and its known problems. */

export interface Tool {
  readonly name: string;
  /** The packages in the name, whose versions are told. */
  readonly packages: readonly string[];
  /** Commands with their arguments; `npx` runs the packages of the workspace. */
  readonly commands: readonly (readonly string[])[];
  /** The folders that it writes, relative to the workspace. */
  readonly output: readonly string[];
  /**
   * The files with the types of arguments, results and errors; empty for generators of values instead of
   * types.
   */
  readonly types: readonly string[];
  /** The program of days/ that is compiled and run with the client. */
  readonly day?: string;
  /** What the generator itself does wrong. Another number of errors is a failure. */
  readonly known?: KnownErrors;
}

interface KnownErrors {
  readonly errors: number;
  /** The compiler reports no type error of a program that has errors of syntax. */
  readonly kind: "types" | "syntax";
  readonly reason: string;
}

const both = ["rpc", "rest"];

export const tools: readonly Tool[] = [
  {
    name: "@hey-api/openapi-ts",
    packages: ["@hey-api/openapi-ts"],
    commands: [
      ["openapi-ts", "-i", "rpc.json", "-o", "out/hey-api", "-c", "@hey-api/client-fetch"],
      ["openapi-ts", "-i", "rest.json", "-o", "out/hey-api-rest", "-c", "@hey-api/client-fetch"],
    ],
    output: ["out/hey-api", "out/hey-api-rest"],
    types: ["out/hey-api/types.gen.ts", "out/hey-api-rest/types.gen.ts"],
    day: "hey-api",
  },
  {
    name: "openapi-typescript + openapi-fetch",
    packages: ["openapi-typescript", "openapi-fetch"],
    commands: both.map((name) => [
      "openapi-typescript",
      `${name}.json`,
      "-o",
      `out/openapi-typescript/${name}.ts`,
    ]),
    output: ["out/openapi-typescript"],
    types: both.map((name) => `out/openapi-typescript/${name}.ts`),
    day: "openapi-fetch",
  },
  {
    name: "orval (fetch)",
    packages: ["orval"],
    commands: [["orval", "--config", "orval.config.cjs"]],
    output: ["out/orval-fetch"],
    types: both.map((name) => `out/orval-fetch/${name}.ts`),
    day: "orval-fetch",
  },
  { name: "orval (zod)", packages: ["orval"], commands: [], output: ["out/orval-zod"], types: [] },
  {
    name: "swagger-typescript-api",
    packages: ["swagger-typescript-api"],
    commands: both.map((name) => [
      ...["swagger-typescript-api", "generate", "-p", `${name}.json`, "-o", "out/swagger-typescript-api"],
      ...["-n", `${name}.ts`, "--extract-response-error", "--generate-union-enums"],
    ]),
    output: ["out/swagger-typescript-api"],
    types: both.map((name) => `out/swagger-typescript-api/${name}.ts`),
    day: "swagger-typescript-api",
  },
  {
    name: "openapi-typescript-codegen",
    packages: ["openapi-typescript-codegen"],
    commands: both.map((name) => [
      ...["openapi", "-i", `${name}.json`, "-o", `out/openapi-typescript-codegen/${name}`],
    ]),
    output: ["out/openapi-typescript-codegen"],
    types: [],
  },
  {
    name: "openapi-client-axios-typegen",
    packages: ["openapi-client-axios-typegen"],
    // It prints what it generates. It does not find answers that are XML only, which openapi.json has (406).
    commands: [
      [
        "-c",
        "mkdir -p out/openapi-client-axios-typegen && typegen rpc.json > out/openapi-client-axios-typegen/rpc.ts",
      ],
    ],
    output: ["out/openapi-client-axios-typegen"],
    types: ["out/openapi-client-axios-typegen/rpc.ts"],
  },
  {
    name: "openapi-zod-client",
    packages: ["openapi-zod-client"],
    commands: both.map((name) => [
      ...[
        "openapi-zod-client",
        `${name}.json`,
        "-o",
        `out/openapi-zod-client/${name}.ts`,
        "--export-schemas",
      ],
    ]),
    output: ["out/openapi-zod-client"],
    types: [],
    known: {
      errors: 7,
      kind: "types",
      reason:
        "writes null, which OpenAPI 3.0 requires in the enum of a nullable text, into z.enum, which takes texts only",
    },
  },
  {
    name: "@open-rpc/typings",
    packages: ["@open-rpc/typings"],
    commands: [
      ["open-rpc-typings", "-d", "openrpc.json", "--output-ts", "out/openrpc-typings", "--name-ts", "types"],
    ],
    output: ["out/openrpc-typings"],
    types: ["out/openrpc-typings/types.ts"],
  },
  {
    name: "@open-rpc/test-coverage",
    packages: ["@open-rpc/test-coverage"],
    commands: [],
    output: [],
    types: [],
    day: "test-coverage",
  },
  {
    name: "@open-rpc/generator",
    packages: ["@open-rpc/generator"],
    commands: [["open-rpc-generator", "generate", "-c", "open-rpc-generator.json"]],
    output: ["out/openrpc-generator"],
    types: [],
    known: {
      errors: 288,
      kind: "syntax",
      reason: "names methods after the contract's, dots included, which is not valid TypeScript",
    },
  },
];

/** Configuration files of the tools. */
export const configurations: Readonly<Record<string, string>> = {
  "orval.config.cjs": `const output = (name, client) => ({ target: \`./out/orval-\${client}/\${name}.ts\`, client });
module.exports = Object.fromEntries(
  ["rpc", "rest"].flatMap((name) =>
    ["fetch", "zod"].map((client) => [name + client, { input: \`./\${name}.json\`, output: output(name, client) }]),
  ),
);
`,
  "open-rpc-generator.json": JSON.stringify({
    openrpcDocument: "./openrpc.json",
    outDir: "./out/openrpc-generator",
    components: [{ type: "client", name: "shop", language: "typescript" }],
  }),
  "tsconfig.json": JSON.stringify({
    compilerOptions: {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      target: "ES2022",
      module: "ESNext",
      moduleResolution: "Bundler",
      types: ["node"],
      lib: ["ES2022", "DOM", "DOM.Iterable"],
    },
  }),
};
