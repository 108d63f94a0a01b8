/** Swagger UI over the OpenAPI documents of this server. */
import SwaggerUI from "swagger-ui-dist/swagger-ui-bundle.js";
import { contractAddress, hasControl } from "../place.js";

const documents = [
  { name: "Operations by plain HTTP", url: contractAddress("rpc.openapi.json") },
  { name: "REST, health and test control", url: contractAddress("openapi.json") },
];

const target = document.querySelector<HTMLElement>("#viewer");
if (target) show(target);

function show(viewer: HTMLElement): void {
  const label = document.createElement("label");
  label.textContent = "Document";
  label.htmlFor = "viewer-document";
  const choice = document.createElement("select");
  choice.id = label.htmlFor;
  choice.append(...documents.map(({ name }) => new Option(name)));
  const sheet = document.createElement("div");
  viewer.replaceChildren(label, choice, sheet);
  const open = () =>
    SwaggerUI({
      domNode: sheet,
      url: documents[choice.selectedIndex]?.url ?? "",
      docExpansion: "none",
      deepLinking: true,
      filter: true,
      validatorUrl: null,
      defaultModelsExpandDepth: -1,
      displayRequestDuration: true,
      supportedSubmitMethods: hasControl ? ["get", "post", "put", "delete"] : [],
    });
  choice.addEventListener("change", () => {
    sheet.replaceChildren();
    open();
  });
  open();
}
