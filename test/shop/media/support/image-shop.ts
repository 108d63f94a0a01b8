/** The image and product operations over any storage and any file storage. */
import { shopContract } from "../../../../src/shop/contract.js";
import { shopInputs } from "../../../../src/shop/shop-call.js";
import express from "express";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import type { Principal } from "../../../../src/engine/access/authentication.js";
import { Grants } from "../../../../src/engine/access/roles.js";
import { Secrets } from "../../../../src/engine/access/secrets.js";
import { productAttributeMedia } from "../../../../src/shop/catalog/images/product-attribute-media.js";
import { product } from "../../../../src/shop/catalog/products/product.js";
import { AdjustableClock } from "../../../../src/engine/clock.js";
import { type ShopSettings, defaultSettings } from "../../../../src/shop/settings.js";
import { minimalRecords } from "../../../../src/shop/states/dataset.js";
import { firstVersion } from "../../../../src/shop/states/migrations/migrations.js";
import type { ImageFileDoc } from "../../../../src/shop/data/entities/catalog.js";
import type { ServedInstance } from "../../../../src/engine/serving/served-instance.js";
import { mediaRoutes } from "../../../../src/shop/media/media-http.js";
import type { MediaFiles } from "../../../../src/engine/files/media-files.js";
import { MediaStore } from "../../../../src/shop/media/media-store.js";
import { MemoryFiles } from "../../../../src/engine/files/memory-files.js";
import { callAs, serviceOf } from "../../../support/calls.js";
import type { Service } from "../../../../src/engine/calls/call.js";
import { Fault } from "../../../../src/engine/contract/faults.js";
import type { AnyHandler } from "../../../../src/shop/namespace.js";
import { MemoryStorage } from "../../../../src/engine/storage/memory.js";
import type { Storage } from "../../../../src/engine/storage/storage.js";
import { collections } from "../../../../src/shop/data/collections.js";

export const baseUrl = "http://shop.test";

export interface ImageShopOptions {
  readonly storage?: Storage;
  readonly files?: MediaFiles;
  readonly settings?: Partial<ShopSettings>;
}

export interface ImageView {
  readonly file: string;
  readonly label: string;
  readonly position: number;
  readonly exclude: boolean;
  readonly url: string;
  readonly types: readonly string[];
}

export class ImageShop {
  readonly storage: Storage;
  readonly files: MediaFiles;
  readonly media: MediaStore;
  readonly clock = new AdjustableClock();
  /** What was reported to the log. */
  readonly failures: unknown[] = [];
  private readonly service: Service;
  private readonly principal: Principal = {
    user: { id: 1, username: "tester" } as unknown as Principal["user"],
    grants: new Grants(["all"], shopContract),
    session: undefined,
    attributes: {},
  };

  constructor({ storage, files, settings }: ImageShopOptions = {}) {
    this.storage = storage ?? new MemoryStorage({ collections, freeze: true });
    this.files = files ?? new MemoryFiles();
    this.media = new MediaStore(this.files);
    this.clock.freeze("2025-06-01 12:00:00");
    const handlers = new Map<string, AnyHandler>();
    for (const [namespace, operations] of [
      ["catalog_product_attribute_media", productAttributeMedia],
      ["catalog_product", product],
    ] as const) {
      for (const [name, handler] of Object.entries(operations)) {
        handlers.set(`${namespace}.${name}`, handler as AnyHandler);
      }
    }
    this.service = serviceOf({
      ...{ storage: this.storage, clock: this.clock, handlers },
      secrets: new Secrets({ N: 16, r: 1, p: 1 }),
      inputs: shopInputs({
        clock: this.clock,
        media: this.media,
        settings: defaultSettings({ port: 0, ...settings }),
        ...{ customerAttributes: () => [], baseUrlFor: () => baseUrl },
      }),
      observer: { callEnded: () => {}, callFailed: (error) => void this.failures.push(error) },
    });
  }

  /** A shop with the minimal dataset and as many products, 1 and up. */
  static async open(products = 1, options: ImageShopOptions = {}): Promise<ImageShop> {
    const shop = new ImageShop(options);
    await shop.storage.replace(minimalRecords(firstVersion));
    for (let number = 1; number <= products; number += 1) {
      await shop.call("catalog_product.create", "simple", 4, `sku-${number}`, { name: `Product ${number}` });
    }
    return shop;
  }

  async call<Result = unknown>(path: string, ...values: unknown[]): Promise<Result> {
    return (await callAs(this.service, this.principal, path, values)) as Result;
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

  /** The name of the fault and, for `data_invalid`, the refused fields; "none" without a fault. */
  async fault(operation: string, ...values: unknown[]): Promise<string> {
    try {
      await this.image(operation, ...values);
      return "none";
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      const { errors } = error.toErrorObject().data as { errors?: { field: string }[] };
      return [error.fault, ...(errors ?? []).map(({ field }) => field)].join(" ");
    }
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
