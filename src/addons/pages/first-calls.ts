/** Examples of a login and a first call in each language. */
import { phpZipName, wheelName } from "./client-names.js";
import { html, type Html } from "./html.js";

export interface Example {
  readonly language: string;
  /** How to get the client, if the example needs one. */
  readonly before?: Html;
  readonly code: string;
}

interface FirstCallParts {
  /** The address of the service. */
  readonly address: string;
  readonly username: string;
  readonly apiKey: string;
}

export function firstCalls({ address, username, apiKey }: FirstCallParts): readonly Example[] {
  return [
    {
      language: "curl",
      code: `SESSION=$(curl -s ${address}/api/rpc/login -H 'Content-Type: application/json' \\
  -d '{"username": "${username}", "apiKey": "${apiKey}"}' | tr -d '"')

curl -s ${address}/api/rpc/catalog_product.info -H "Authorization: Bearer $SESSION" \\
  -H 'Content-Type: application/json' -d '{"productId": 1}'`,
    },
    {
      language: "TypeScript",
      before: html`<p>
        The client is one file without dependencies: <a href="~/clients/client.ts">client.ts</a>.
      </p>`,
      code: `import { createClient } from "./client.js";

const shop = createClient({ url: "${address}", username: "${username}", apiKey: "${apiKey}" });
const product = await shop.catalogProduct.info({ productId: 1 });
console.log(product.name);`,
    },
    {
      language: "Python",
      before: html`<p>
        For Python 3.11 and later, without dependencies:
        <code>pip install ${address}/clients/${wheelName}</code>
      </p>`,
      code: `from store_api import Shop

shop = Shop("${address}", "${username}", "${apiKey}")
product = shop.catalog_product.info(product_id=1)
print(product["name"])`,
    },
    {
      language: "PHP",
      before: html`<p>
        For PHP 8.1 and later, by Composer or unpacked:
        <a href="~/clients/${phpZipName}">${phpZipName}</a>.
      </p>`,
      code: `<?php
require "autoload.php";

$shop = new StoreApi\\Shop("${address}", "${username}", "${apiKey}");
$product = $shop->catalogProduct->info(productId: 1);
echo $product->name, "\\n";`,
    },
    {
      language: "fetch",
      code: `async function call(method, params, session) {
  const response = await fetch("${address}/api/jsonrpc", {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      ...(session ? { Authorization: \`Bearer \${session}\` } : {}),
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const { result, error } = await response.json();
  if (error) throw new Error(\`\${error.data.fault}: \${error.message}\`);
  return result;
}

const session = await call("login", { username: "${username}", apiKey: "${apiKey}" });
const product = await call("catalog_product.info", { productId: 1 }, session);
console.log(product.name);`,
    },
  ];
}

/** One block per language. A script turns them into tabs; without scripts and in print they follow each other. */
export function exampleTabs(examples: readonly Example[], label: string): Html {
  return html`<div class="tabs" data-tabs="language" aria-label="${label}">
    ${examples.map(
      ({ language, before, code }) =>
        html`<section data-tab="${language}">
          <h4 class="tab-title">${language}</h4>
          ${before}${codeBlock(code)}
        </section>`,
    )}
  </div>`;
}

export function codeBlock(code: string): Html {
  // Long lines scroll, so the block must be focusable by keyboard.
  return html`<pre class="code" tabindex="0" data-copy><code>${code}</code></pre>`;
}
