/** The routes of all pages: start page, documentation, console, and their files. */
import { Router, type RequestHandler } from "express";
import type { Settings } from "../../engine/config/config.js";
import { sendErrors } from "../../engine/serving/errors.js";
import type { PageParts } from "../../server/page-parts.js";
import { requirePageAccess, entranceRoute } from "./access.js";
import { builtFiles } from "./built-files.js";
import { clientFiles } from "./client-files.js";
import { sendCompressed } from "./compressed.js";
import { contractDocsRoutes, describedMethods, contractOperationPage } from "./contract-docs.js";
import { docsRoutes, type AddedPages } from "./docs.js";
import { homePage } from "./home.js";
import { html } from "./html.js";
import { letterRoute } from "./letters.js";
import { missingPage } from "./missing-page.js";
import { sendPage } from "./shell.js";
import { pageContext, hasConsole, hasDocs } from "./page-context.js";

/**
 * The console is on if the test control is on, and so is the documentation unless DOCS says otherwise. With DOCS=on the
 * documentation is public, like the contracts; without the test control its forms make no calls.
 */
export function pageRoutes(parts: PageParts): Router {
  const { settings, application } = parts;
  const router = Router();
  const access = requirePageAccess(parts.access);
  router.use(assetRoute());
  router.use(clientFiles());
  router.use(homePage(parts));
  if (settings.control) {
    router.use(entranceRoute(parts.access, settings.trustedProxies));
    router.get("/console", access, consolePage(settings));
    router.use(letterRoute(access));
  }
  if (hasDocs(settings)) {
    const readers = settings.docs === true ? openToAll : requirePageAccess(parts.access, "mayRead");
    router.use(
      application.hasBuiltDocs
        ? docsRoutes(settings, readers, parts.baseUrl, addedPages(parts))
        : contractDocsRoutes(settings, readers, application.contract, parts.openrpc),
    );
  }
  router.use(missingPage(settings));
  return router;
}

/** Pages for operations of chapters, which the build did not know. */
function addedPages({ application: { contract, added = [] }, openrpc }: PageParts): AddedPages {
  const methods = () => describedMethods(openrpc());
  return {
    operations: added,
    page: (name) => contractOperationPage(contract, name, methods().get(name)),
  };
}

const openToAll: RequestHandler = (_request, _response, next) => next();

/** Assets never change, because their names contain a hash, so browsers may cache them for ever. */
function assetRoute(): Router {
  const router = Router();
  let names: ReadonlySet<string> | undefined;
  router.get("/assets/:name", async (request, response) => {
    names ??= new Set(Object.values((await builtFiles.manifest()).assets));
    const { name } = request.params;
    if (!names.has(name)) return sendErrors(response, 404, "There is nothing at this address.");
    const { type, bytes } = await builtFiles.file(`assets/${name}`);
    const etag = name.replace(/\W/g, "");
    await sendCompressed(request, response, { type, bytes, etag }, "immutable");
  });
  return router;
}

function consolePage(settings: Settings): RequestHandler {
  return async (request, response, next) => {
    if (!(await hasConsole(settings))) return next();
    const page = {
      title: "Console",
      here: "Console",
      bare: true,
      scripts: ["console.js"],
      styles: ["console.css"],
      main: html`<main id="content" tabindex="-1"></main>`,
    };
    await sendPage(request, response, page, await pageContext(request, settings));
  };
}
