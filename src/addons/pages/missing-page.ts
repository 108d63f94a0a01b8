/** The 404 page for browsers. Programs get the error as JSON. */
import type { RequestHandler } from "express";
import { html } from "./html.js";
import { sendPage } from "./shell.js";
import { pageContext, type PlaceSettings } from "./page-context.js";

/** Addresses for programs, which return JSON even to a browser. */
const ofPrograms = /^\/(api|control|media|clients|health|metrics)(\/|$)/;

/** Must be the last route. */
export function missingPage(settings: PlaceSettings): RequestHandler {
  return async (request, response, next) => {
    const isWanted = request.method === "GET" && request.accepts(["json", "html"]) === "html";
    if (!isWanted || ofPrograms.test(request.path)) return next();
    const page = {
      title: "No such page",
      status: 404,
      main: html`<h1>No such page</h1>
        <p>There is nothing at <code>${request.path}</code>.</p>
        <p><a href="~/">Start page</a></p>`,
    };
    await sendPage(request, response, page, await pageContext(request, settings));
  };
}
