/** The requests by which each door changes one member of product 1. */
export const update = "catalog_product.update";

export interface DoorRequest {
  readonly path: string;
  readonly body: string;
  readonly type: string;
  readonly method?: string;
}

export const inJson = (path: string, body: object): DoorRequest => ({
  ...{ path, body: JSON.stringify(body), type: "application/json" },
});
const inXml = (path: string, body: string): DoorRequest => ({
  ...{ path, body: `<?xml version="1.0"?>${body}`, type: "text/xml" },
});
const inSoap = (path: string, body: string) =>
  inXml(
    path,
    `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>${body}</e:Body></e:Envelope>`,
  );
const inRpc = (id: number, method: string, params: unknown[]) => ({ jsonrpc: "2.0", id, method, params });

type Request = (session: string, member: string, value: string) => DoorRequest;

export const updates: Record<string, Request> = {
  jsonrpc: (session, member, value) =>
    inJson("/api/jsonrpc", inRpc(1, "call", [session, update, [1, { [member]: value }]])),
  plain: (_, member, value) =>
    inJson(`/api/rpc/${update}`, { productId: 1, productData: { [member]: value } }),
  xmlrpc: (session, member, value) =>
    inXml(
      "/api/xmlrpc",
      `<methodCall><methodName>call</methodName><params><param><value>${session}</value></param><param><value>${update}</value></param><param><value><array><data><value><int>1</int></value><value><struct><member><name>${member}</name><value>${value}</value></member></struct></value></data></array></value></param></params></methodCall>`,
    ),
  soap: (session, member, value) =>
    inSoap(
      "/api/soap",
      `<call><sessionId>${session}</sessionId><resourcePath>${update}</resourcePath><args xmlns:m="http://xml.apache.org/xml-soap" xmlns:i="http://www.w3.org/2001/XMLSchema-instance"><item>1</item><item i:type="m:Map"><item><key>${member}</key><value>${value}</value></item></item></args></call>`,
    ),
  soap_v2: (session, member, value) =>
    inSoap(
      "/api/v2_soap",
      `<catalogProductUpdate><sessionId>${session}</sessionId><product>1</product><productData><${member}>${value}</${member}></productData></catalogProductUpdate>`,
    ),
  // REST refuses a body without any member that can be written.
  rest: (_, member, value) => ({
    ...{ ...inJson("/api/rest/products/1", { meta_title: "Mug", [member]: value }), method: "PUT" },
  }),
  "a batch": (session, member, value) =>
    inJson(
      "/api/jsonrpc",
      [1, 2].map((id) => inRpc(id, "call", [session, update, [1, { [member]: value }]])),
    ),
  "a multiCall": (session, member, value) => {
    const call = [update, [1, { [member]: value }]];
    return inJson("/api/jsonrpc", inRpc(1, "multiCall", [session, [call, call]]));
  },
};
