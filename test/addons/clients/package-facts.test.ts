/** The manifests of the clients say what package.json says, in the form of each registry. */
import { expect, test } from "vitest";
import {
  composerFacts,
  manifestWith,
  npmFacts,
  pythonFacts,
} from "../../../src/addons/clients/package-facts.js";

const keywords = ["magento", "soap"];
const unpublished = { version: "7.8.9", keywords };
const published = {
  ...unpublished,
  homepage: "https://github.com/acme/shop#readme",
  bugs: "https://github.com/acme/shop/issues",
  repository: { type: "git" as const, url: "git+https://github.com/acme/shop.git" },
};
const of = (version: string, path: string) => `https://github.com/acme/shop/blob/v${version}/${path}`;

test("npm", () => {
  const text = manifestWith(
    '{ "name": "it", "description": "It", "license": "MIT" }',
    npmFacts("it", published),
  );
  expect(Object.entries(JSON.parse(text) as object)).toEqual([
    ["name", "it"],
    ["description", "It"],
    ["keywords", keywords],
    ["homepage", published.homepage],
    ["bugs", published.bugs],
    ["repository", { ...published.repository, directory: "it" }],
    ["license", "MIT"],
  ]);
});

test("Composer", () =>
  expect(composerFacts(published)).toEqual({
    keywords,
    homepage: published.homepage,
    support: {
      issues: published.bugs,
      source: "https://github.com/acme/shop",
      docs: of("7.8.9", "docs/clients.md"),
    },
  }));

test("pip", () =>
  expect(pythonFacts(published)).toEqual({
    $keywords: '["magento","soap"]',
    $urls: `
[project.urls]
Homepage = "${published.homepage}"
Documentation = "${of("7.8.9", "docs/clients.md")}"
Repository = "https://github.com/acme/shop"
Issues = "${published.bugs}"
Changelog = "${of("7.8.9", "CHANGELOG.md")}"
`,
  }));

test("without an address, only the keywords", () => {
  const nothing = { homepage: undefined, bugs: undefined, repository: undefined };
  expect(npmFacts("it", unpublished)).toEqual({ keywords, ...nothing });
  expect(composerFacts(unpublished)).toEqual({ keywords });
  expect(pythonFacts(unpublished)).toEqual({ $keywords: '["magento","soap"]', $urls: "" });
});
