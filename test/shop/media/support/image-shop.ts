/** The image operations over any storage and any file storage. */
import express from "express";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import type { ImageFileDoc } from "../../../../src/shop/data/entities/catalog.js";
import type { ServedInstance } from "../../../../src/engine/serving/served-instance.js";
import { mediaRoutes } from "../../../../src/shop/media/media-http.js";
import { PlainShop, type PlainShopOptions } from "../../../support/plain-shop.js";

export interface ImageView {
  readonly file: string;
  readonly label: string;
  readonly position: number;
  readonly exclude: boolean;
  readonly url: string;
  readonly types: readonly string[];
}

export class ImageShop extends PlainShop {
  /** A shop with the minimal dataset and as many products, 1 and up. */
  static async open(products = 1, options: PlainShopOptions = {}): Promise<ImageShop> {
    const shop = new ImageShop(options);
    await shop.fill();
    for (let number = 1; number <= products; number += 1) {
      await shop.call("catalog_product.create", "simple", 4, `sku-${number}`, { name: `Product ${number}` });
    }
    return shop;
  }

  image<Result = unknown>(operation: string, ...values: unknown[]): Promise<Result> {
    return this.call(`catalog_product_attribute_media.${operation}`, ...values);
  }

  items(productId: number, store?: unknown): Promise<ImageView[]> {
    return this.image("items", productId, store);
  }

  /** The key of a new image. */
  add(productId: number, bytes: Buffer, data: Upload = {}, store?: unknown): Promise<string> {
    const { name, mime = "image/png", ...more } = data;
    const file = { content: bytes.toString("base64"), mime, ...(name === undefined ? {} : { name }) };
    return this.image("create", productId, { file, ...more }, store);
  }

  /** The name of the fault of an image operation and the refused fields; "ok" for a success. */
  fault(operation: string, ...values: unknown[]): Promise<string> {
    return this.outcome(`catalog_product_attribute_media.${operation}`, ...values);
  }

  records(): Promise<ImageFileDoc[]> {
    return this.storage.read((tx) => tx.find("images"));
  }

  async fileNames(): Promise<string[]> {
    const names: string[] = [];
    for await (const name of this.files.names()) names.push(name);
    return names.sort();
  }

  /** The address of a server with the files of this shop, until the end of the test. */
  async serve(): Promise<string> {
    const app = express();
    app.use((request, _response, next) => {
      const shop = { storage: this.storage, own: { media: this.media }, logCall: () => {} };
      request.instance = shop as unknown as ServedInstance;
      next();
    });
    app.use(mediaRoutes());
    const server = createServer(app);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      server.close();
      server.closeAllConnections();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/media/catalog/product`;
  }
}

export interface Upload {
  readonly name?: string;
  readonly mime?: string;
  readonly label?: unknown;
  readonly position?: unknown;
  readonly exclude?: unknown;
  readonly types?: unknown;
}
