/** "Try it": forms that call this server and show the real answers. */
import { render } from "preact";
import { hasControl } from "../place.js";
import { HttpForm, type HttpFormParts } from "./try-http.js";
import { RpcForm, type RpcFormParts } from "./try-rpc.js";

for (const target of document.querySelectorAll<HTMLElement>("[data-try]")) {
  const form = JSON.parse(target.dataset.try ?? "null") as RpcFormParts | HttpFormParts;
  target.replaceChildren();
  render(hasControl ? <Form form={form} /> : <Off />, target);
}

function Form({ form }: { readonly form: RpcFormParts | HttpFormParts }) {
  return form.kind === "rpc" ? <RpcForm form={form} /> : <HttpForm form={form} />;
}

function Off() {
  return <p>This server does not offer it: calls from its documentation need its test control.</p>;
}
