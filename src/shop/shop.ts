/** The shop as an application of the engine. */
import type {
  Application,
  OpenedApplication,
  InstancePlace,
  StartData,
  StateForms,
  Work,
  WorkParts,
} from "../engine/application.js";
import { Handshake } from "../engine/access/oauth/handshake.js";
import type { Contract } from "../engine/contract/contract.js";
import type { FaultTexts } from "../engine/contract/fault-texts.js";
import { packagedText, type PublishedContracts } from "../engine/contract/published-contracts.js";
import type { Log } from "../engine/log/log.js";
import type { StateRecords, Storage } from "../engine/storage/storage.js";
import { valueRewrites } from "./catalog/attribute-values/value-edits.js";
import { shopContract } from "./contract.js";
import { customAttributes } from "./customers/accounts/custom-attributes.js";
import { restContractWith, restYamlWith, rpcContractWith, schemaWith } from "./customers/contract-changes.js";
import { datasetRecords, datasetVersion, versionOf, type DatasetName } from "./states/dataset.js";
import type { FileDoc } from "./data/entities/catalog.js";
import type { CustomAttribute } from "./data/entities/customer.js";
import { dataVersion, migrate, migrationsUpTo } from "./states/migrations/migrations.js";
import { sampleContent } from "./states/sample/pictures.js";
import { DatasetBuilder } from "./states/dataset-builder.js";
import { checkedDataset } from "./states/document.js";
import { readDataset } from "./states/reader.js";
import { stateLines, stateDocument } from "./states/state-text.js";
import { streamedVersion } from "./states/streamed-state.js";
import { MailDelivery } from "./mail/delivery.js";
import { SmtpTransport } from "./mail/smtp.js";
import { mediaRoutes } from "./media/media-http.js";
import { MediaStore } from "./media/media-store.js";
import { operationHandlers } from "./operations.js";
import { documentedRest } from "./rest/forms/documented.js";
import { RestContract } from "./rest/forms/contract.js";
import { OAuthAccess } from "./rest/oauth/access.js";
import { oauthRoutes } from "./rest/oauth/routes.js";
import type { OAuthOwn } from "./rest/oauth/own.js";
import { ShopRest } from "./rest/resources/router.js";
import { hashesCheaply } from "../engine/access/secrets.js";
import type { ShopSettings } from "./settings.js";
import { shopInputs } from "./shop-call.js";
import { shopDirectory } from "./stores/directory.js";

export interface ShopParts {
  readonly settings: ShopSettings;
  /** By default the shop's own contract; `--extend` adds operations to it. */
  readonly contract?: Contract;
  /** Additional attributes of customers (customers 7.4); by default those of the setting. */
  readonly customerAttributes?: readonly CustomAttribute[];
  /** The content of the file that FAULT_TEXTS names. */
  readonly faultTexts?: FaultTexts | undefined;
  /** The rows of the start dataset; by default the built-in dataset that DATASET names. */
  readonly startDataset?: () => StateRecords;
  /** A dataset document to build instead, and its file, if any. */
  readonly startDocument?: StartData["document"];
  /** Throws if the start dataset is not allowed. */
  readonly checkStart?: StartData["check"];
  /** The version of the data; by default the newest one. Tests use it to build the shop of the first release. */
  readonly dataVersion?: number;
}

const restContract = new RestContract();

export class ShopApplication implements Application {
  readonly contract: Contract;
  readonly handlers = operationHandlers();
  readonly rewrites = valueRewrites;
  readonly routes = [mediaRoutes(), oauthRoutes()];
  readonly published: PublishedContracts;
  readonly hasBuiltDocs = true;
  readonly data: StartData;
  readonly states: StateForms;
  private readonly ownAttributes: readonly CustomAttribute[];
  /** Complete after loading: a dataset can add attributes. */
  private attributes: readonly CustomAttribute[];

  constructor(private readonly parts: ShopParts) {
    this.contract = parts.contract ?? shopContract;
    this.ownAttributes = parts.customerAttributes ?? parts.settings.customerAttributes;
    this.attributes = customAttributes(this.ownAttributes, undefined);
    const attributes = () => this.attributes;
    this.published = publishedWith(attributes, parts.settings.namespaces);
    this.data = this.startData(parts);
    this.states = this.stateForms(attributes);
  }

  over(contract: Contract): ShopApplication {
    return new ShopApplication({ ...this.parts, contract });
  }

  open({ storage, clock, files, prefix, baseUrl }: InstancePlace): OpenedApplication {
    const { settings } = this.parts;
    const media = new MediaStore(files);
    const attributes = () => this.attributes;
    /** The doors add theirs. */
    const own: { readonly media: MediaStore; oauth?: OAuthOwn } = { media };
    return {
      inputs: shopInputs({
        clock,
        media,
        settings,
        customerAttributes: attributes,
        faultTexts: this.parts.faultTexts,
        baseUrlFor: (origin) => (settings.baseUrl ?? origin ?? baseUrl()) + prefix,
      }),
      rest: (doors, parts) => {
        const shared = { ...doors, ...parts, storage, settings, customerAttributes: attributes };
        const access = new OAuthAccess({ ...shared, baseUrl });
        const rest = new ShopRest({ ...shared, oauth: access, clock, prefix, contract: restContract });
        const { trustedProxies } = settings;
        const handshake = new Handshake(storage);
        own.oauth = { access, handshake, authentication: rest.authentication, trustedProxies };
        return rest;
      },
      syncFiles: (log) => syncMedia(media, storage, log),
      own,
    };
  }

  /** Without a mail server, messages stay in the outbox. */
  work(parts: WorkParts): Work | undefined {
    const { smtpUrl, mailFrom } = this.parts.settings;
    if (smtpUrl === undefined) return undefined;
    const { shared } = parts.storage;
    const takeLease = shared && (() => shared.lease("mail"));
    return new MailDelivery({ ...parts, takeLease, transport: new SmtpTransport(smtpUrl, mailFrom) });
  }

  private startData({
    settings,
    dataVersion: data = dataVersion,
    startDataset,
    startDocument,
    checkStart,
  }: ShopParts): StartData {
    const isHashedCheaply = hashesCheaply(settings);
    const records =
      startDataset ?? (() => datasetRecords(settings.dataset as DatasetName, data, isHashedCheaply));
    return {
      records,
      document: startDocument,
      check: checkStart,
      version: () => versionOf(records(), data),
      named: (name) => datasetVersion(name as DatasetName, data, isHashedCheaply),
      migrate: (storage, now) => migrate(storage, now, migrationsUpTo(data)),
      loaded: async (storage) => {
        const { doc } = await storage.read(shopDirectory);
        this.attributes = customAttributes(this.ownAttributes, doc.customer_attributes);
      },
    };
  }

  private stateForms(attributes: () => readonly CustomAttribute[]): StateForms {
    const { settings } = this.parts;
    return {
      read: readDataset,
      checked: checkedDataset,
      text: stateDocument,
      lines: stateLines,
      build: (dataset, source, workshop) =>
        new DatasetBuilder({
          settings,
          workshop,
          attributes: attributes(),
          contract: this.contract,
          applicationWith: (customerAttributes) => new ShopApplication({ ...this.parts, customerAttributes }),
        }).build(dataset, source),
      streamed: (read) => streamedVersion(read, attributes(), this.contract.tables.aclNodes),
    };
  }
}

const json = "application/json; charset=utf-8";

function publishedWith(
  attributes: () => readonly CustomAttribute[],
  namespaces: ShopSettings["namespaces"],
): PublishedContracts {
  const restJson = packagedText("generated/openapi.json");
  // JSON is valid YAML, so the JSON text can be served at /openapi.yaml.
  const documented = namespaces === "documents" ? () => documentedRest(restJson()) : undefined;
  const rpc = (text: string) => rpcContractWith(text, attributes());
  return {
    state: attributes,
    documents: [
      { address: "/openrpc.json", type: json, text: packagedText("openrpc.json"), changed: rpc },
      {
        ...{ address: "/openapi.yaml", type: "application/yaml; charset=utf-8" },
        text: documented ?? packagedText("openapi.yaml"),
        changed: (text) => (documented ? restContractWith : restYamlWith)(text, attributes()),
      },
      {
        address: "/openapi.json",
        type: json,
        text: documented ?? restJson,
        changed: (text) => restContractWith(text, attributes()),
      },
      {
        address: "/rpc.openapi.json",
        type: json,
        text: packagedText("generated/rpc.openapi.json"),
        changed: rpc,
      },
      {
        address: "/dataset.schema.json",
        type: json,
        text: packagedText("generated/dataset.schema.json"),
      },
      {
        ...{ address: "/llms.txt", type: "text/plain; charset=utf-8" },
        text: packagedText("generated/llms.txt"),
      },
      {
        ...{ address: "/customers.xsd", type: "application/xml; charset=utf-8" },
        text: packagedText("spec/customers.xsd"),
        changed: (text) => schemaWith(text, attributes()),
      },
    ],
  };
}

/** Makes the media files match the records. */
async function syncMedia(media: MediaStore, storage: Storage, log: Log): Promise<void> {
  const { missing } = await media.sync(fileRecords(storage), sampleContent);
  const [files, count] = [missing.slice(0, 10), missing.length];
  if (count > 0) log.warn({ files, count }, "files of products are missing");
}

async function* fileRecords(storage: Storage): AsyncIterable<readonly FileDoc[]> {
  yield* storage.scan("images");
  yield* storage.scan("download_files");
}
