import js from "@eslint/js";
import tseslint from "typescript-eslint";

export default tseslint.config(
  {
    ignores: [
      "dist",
      "reports",
      ".stryker-tmp",
      "generated",
      "node_modules",
      "data",
      "scripts/generate/clients/*/files/examples",
      "scripts/generators/days",
      "examples",
      // Checked where its packages are installed: npm run test:all.
      "test/outside",
    ],
  },
  js.configs.recommended,
  {
    files: ["**/*.ts", "**/*.tsx"],
    extends: [...tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // Storage methods are asynchronous by contract, also where an implementation needs no await.
      "@typescript-eslint/require-await": "off",
      "@typescript-eslint/only-throw-error": "error",
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "@typescript-eslint/consistent-type-imports": "error",
    },
  },
  {
    files: ["src/**/*.ts", "src/**/*.tsx"],
    // The rows of datasets are ours, and few; so are the parts of a page.
    ignores: ["src/shop/data/**", "src/pages/browser/**", "src/pages/console/**"],
    rules: {
      // Arguments lie on the stack: a list as long as a caller likes would overflow it.
      "no-restricted-syntax": [
        "error",
        {
          selector:
            ":matches(CallExpression, NewExpression) > SpreadElement:not([argument.type=/^(ArrayExpression|TSAsExpression)$/])",
          message: "Spread no list into arguments: append() adds lists, reduce() compares their elements.",
        },
      ],
    },
  },
  {
    files: ["**/*.mjs", "**/*.js"],
    languageOptions: {
      globals: { process: "readonly", console: "readonly", URL: "readonly", Buffer: "readonly" },
    },
  },
);
