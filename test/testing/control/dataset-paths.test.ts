/** Requests name datasets, never files: a path is refused, and nothing of the file is shown. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../support/closed.js";
import { startShop } from "../../support/shop.js";

const folder = await temporaryFolder();
await writeFile(join(folder, "shop.yaml"), "extends: minimal\ncalls: [hunter2]\n");
const shop = await startShop();

const files = () => [
  join(folder, "shop.yaml"),
  `file://${folder}/shop.yaml`,
  "/etc/passwd",
  "../../../etc/passwd",
];
const upload = (content: unknown) => ({
  extends: "sample",
  calls: [
    {
      call: "catalog_product_attribute_media.create",
      params: { product: 1, data: { file: { content, mime: "image/png", name: "a" } } },
    },
  ],
});

const requests: Readonly<Record<string, (file: string) => [method: string, path: string, body: object]>> = {
  "reset to a dataset": (file) => ["POST", "/control/reset", { dataset: file }],
  "reset to a dataset that extends it": (file) => ["POST", "/control/reset", { dataset: { extends: file } }],
  "reset to a dataset with a chapter": (file) => ["POST", "/control/reset", { dataset: { extend: [file] } }],
  "reset to a dataset with an image": (file) => [
    "POST",
    "/control/reset",
    { dataset: upload({ image: file }) },
  ],
  "import a state that extends it": (file) => ["PUT", "/control/state", { extends: file }],
  "import a state with a chapter": (file) => ["PUT", "/control/state", { extend: [file] }],
  "import a state with an image": (file) => ["PUT", "/control/state", upload({ image: file })],
  "make a sandbox": (file) => ["POST", "/control/sandboxes", { name: "box", from: file }],
  "make a snapshot": (file) => ["PUT", `/control/snapshots/${encodeURIComponent(file)}`, {}],
  "restore a snapshot": (file) => ["POST", `/control/snapshots/${encodeURIComponent(file)}/restore`, {}],
};

test.each(Object.entries(requests))("%s", async (_, request) => {
  for (const file of files()) {
    const [method, path, body] = request(file);
    const { status, text } = await shop.http(method, path, { body });
    expect(status, file).toBeGreaterThanOrEqual(400);
    expect(status, file).toBeLessThan(500);
    expect(text).not.toMatch(/hunter2|root:/);
  }
});
