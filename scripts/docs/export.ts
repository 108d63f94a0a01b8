/** `npm run docs -- --url <service> --out <folder>`: writes the documentation as files for any web host. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Command, InvalidArgumentError } from "commander";
import { clientContents } from "../../src/addons/pages/client-files.js";
import { builtFiles, type Manifest } from "../../src/addons/pages/built-files.js";
import { docsPage, type DocsContext } from "../../src/addons/pages/docs.js";
import { escapeHtml } from "../../src/engine/xml/text.js";
import { contentSecurityPolicy } from "../../src/addons/pages/policy.js";
import { writtenAddress } from "./examples.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const contracts = ["openrpc.json", "openapi.yaml", "generated/openapi.json", "generated/rpc.openapi.json"];

/** @param url the service in examples and for "try it"; without it, the forms are disabled */
export async function exportDocs(out: string, url: string | undefined): Promise<number> {
  const manifest = await builtFiles.manifest();
  const service = url?.replace(/\/+$/, "");
  const slugs = Object.keys(manifest.docs.pages);
  cpSync(join(root, "dist", "pages", "assets"), join(out, "assets"), { recursive: true });
  for (const slug of slugs) {
    const file = join(out, fileOf(slug));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, await pageFile(slug, manifest, service));
  }
  for (const path of contracts) {
    const text = readFileSync(join(root, path), "utf8").replaceAll(writtenAddress, service ?? writtenAddress);
    writeFileSync(join(out, path.replace(/^.*\//, "")), text);
  }
  mkdirSync(join(out, "clients"), { recursive: true });
  for (const [name, content] of Object.entries(clientContents)) {
    writeFileSync(join(out, "clients", name), content());
  }
  return slugs.length;
}

function fileOf(slug: string): string {
  return `${slug === "" ? "index" : slug}.html`;
}

async function pageFile(slug: string, manifest: Manifest, service: string | undefined): Promise<string> {
  const up = "../".repeat(slug.split("/").length - 1) || "./";
  const asset = (name: string) => `${up}assets/${manifest.assets[name] ?? name}`;
  const place: DocsContext = {
    root: up,
    asset,
    address: service ?? writtenAddress,
    navigation: [{ name: "Documentation", path: "docs" }],
    data: {
      links: "files",
      search: asset("search.txt"),
      control: service === undefined ? "off" : "on",
      ...(service === undefined ? {} : { service }),
    },
  };
  const text = await docsPage(slug, manifest, place);
  const policy = contentSecurityPolicy(slug === "viewer" ? "viewer" : "own")
    // frame-ancestors has no effect in a meta element.
    .replace(/; frame-ancestors [^;]*/, "")
    .replace(
      "connect-src 'self'",
      `connect-src 'self'${service === undefined ? "" : ` ${new URL(service).origin}`}`,
    );
  const meta = `<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}" />`;
  return filesInPlaceOfAddresses(text, up).replace("<head>", `<head>\n${meta}`);
}

/** `"../docs/faults#x"` → `"../faults.html#x"`; links to the start page of a server lead to the first page. */
function filesInPlaceOfAddresses(text: string, up: string): string {
  const prefix = up.replaceAll(".", "\\.");
  const address = new RegExp(`href="${prefix}(?:docs(?:/([^"#]*))?)?(#[^"]*)?"`, "g");
  return text.replace(
    address,
    (_whole, slug: string | undefined, anchor: string | undefined) =>
      `href="${up}${fileOf(slug ?? "")}${anchor ?? ""}"`,
  );
}

function webAddress(text: string): string {
  if (!/^https?:/.test(text) || !URL.canParse(text))
    throw new InvalidArgumentError("It must be an address such as https://shop.example.");
  return text;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { url, out } = new Command("npm run docs --")
    .description("Writes the documentation as files for any web host.")
    .option(
      "--url <service>",
      "the service that examples name and its forms call; without it forms are off",
      webAddress,
    )
    .option("--out <folder>", "the output folder", "docs-site")
    .parse()
    .opts<{ readonly url?: string; readonly out: string }>();
  const count = await exportDocs(out, url);
  console.log(`${count} pages in ${out}${url === undefined ? "; without --url the forms are off" : ""}`);
}
