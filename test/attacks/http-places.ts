/**
 * Positions for values in the REST resource and the test control: bodies with a hole, XML documents, headers
 * and queries.
 */
import { readFileSync } from "node:fs";
import type { Sent } from "./probe.js";

type Schema = Readonly<Record<string, unknown>>;

interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

interface Contract {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** A request whose body has a hole. */
export interface HttpPlace {
  readonly title: string;
  readonly fill: (json: Buffer) => Sent;
}

const basic = `Basic ${Buffer.from("admin:admin123").toString("base64")}`;

/** Members that a request needs besides the one with the hole, so that it passes the first checks. */
const others: Readonly<Record<string, object>> = {
  "/api/rest/customers": {
    email: "a@b.example",
    firstname: "A",
    lastname: "B",
    website_id: 1,
    password: "secret123",
  },
  "/control/orders": { customer_id: 1, items: [{ sku: "mug-01", qty: 1 }] },
  "/control/faults": { operation: "catalog_product.info", times: 1 },
  "/control/users": { username: "hostile", api_key: "secret123" },
};

/** JSON bodies, by member. The test control needs no credentials; REST requests have the first user's key. */
export function httpPlacesOf(contractFile: URL): HttpPlace[] {
  const { paths, components } = JSON.parse(readFileSync(contractFile, "utf8")) as Contract;
  return Object.entries(paths).flatMap(([path, operations]) =>
    /^\/(control|api\/rest)/.test(path)
      ? Object.entries(operations).flatMap(([method, { requestBody }]) => {
          const schema = requestBody?.content["application/json"]?.schema;
          return schema
            ? [place(method, path, undefined), ...membersOf(schema).map((name) => place(method, path, name))]
            : [];
        })
      : [],
  );

  function membersOf(schema: Schema): string[] {
    const target =
      typeof schema.$ref === "string" ? components.schemas[schema.$ref.split("/").at(-1) ?? ""] : schema;
    const parts = [target?.allOf, target?.oneOf, target?.anyOf].flatMap((list) => (list ?? []) as Schema[]);
    return [...Object.keys(target?.properties ?? {}), ...parts.flatMap(membersOf)];
  }

  function place(method: string, path: string, member: string | undefined): HttpPlace {
    const address = path.replace("{customerId}", "1").replace(/\{\w+\}/g, "x");
    const beside = JSON.stringify({ ...others[path], [member ?? ""]: undefined }).slice(1, -1);
    const before = member === undefined ? "" : `{${beside}${beside === "" ? "" : ","}"${member}":`;
    return {
      title: `${method.toUpperCase()} ${path} ${member ?? "as a whole"}`,
      fill: (json) => ({
        method: method.toUpperCase(),
        path: address,
        headers: {
          "Content-Type": "application/json",
          ...(path.startsWith("/api") ? { Authorization: basic } : {}),
        },
        body: [Buffer.from(before), json, Buffer.from(member === undefined ? "" : "}")],
      }),
    };
  }
}

export interface HttpRequest {
  readonly title: string;
  readonly sent: Sent;
}

const bytes = 1_000_000;

function xml(title: string, content: string): HttpRequest {
  const headers = { "Content-Type": "application/xml", Authorization: basic };
  const body = [Buffer.from(content)];
  return { title: `XML: ${title}`, sent: { method: "POST", path: "/api/rest/customers", headers, body } };
}

const fill = (piece: string) => piece.repeat(Math.floor(bytes / Buffer.byteLength(piece)));
const element = (content: string) => `<service_api><lastname>${content}</lastname></service_api>`;

export const xmlRequests: readonly HttpRequest[] = [
  xml("references", element(fill("&amp;"))),
  xml("numbered references", element(fill("&#x41;"))),
  xml("unknown references", element(fill("&x;"))),
  xml("CDATA", element(fill("<![CDATA[a]]>"))),
  xml("comments", element(fill("<!---->"))),
  xml("instructions", element(fill("<?a?>"))),
  xml("elements", `<service_api>${fill("<a/>")}</service_api>`),
  xml("nested elements", fill("<a>")),
  xml("attributes", `<service_api ${Array.from({ length: 60_000 }, (_, nth) => `a${nth}="1"`).join(" ")}/>`),
  xml("a long attribute", `<service_api a="${fill("&amp;")}"/>`),
  xml("a long name", `<${fill("a")}/>`),
  xml(
    "namespaces",
    `<service_api ${Array.from({ length: 50_000 }, (_, nth) => `xmlns:a${nth}="x"`).join(" ")}/>`,
  ),
  xml("spaces", `<service_api>${fill(" ")}</service_api>`),
  xml("line feeds", `<service_api>${fill("\r\n")}</service_api>`),
  xml("a document type", `<!DOCTYPE a [${fill('<!ENTITY a "a">')}]><a/>`),
  xml("a text of accents", element(fill("é"))),
  xml("emoji", element(fill("😀"))),
  xml("a late declaration", `${fill(" ")}<?xml version="1.0" encoding="utf-16"?><service_api/>`),
];

function query(title: string, parameters: string, path = "/api/rest/customers"): HttpRequest {
  const headers = { Authorization: basic };
  return {
    title: `query: ${title}`,
    sent: { method: "GET", path: `${path}?${parameters}`, headers, body: [] },
  };
}

/** The maximum length of a target: headers and target have 16 KiB together. */
const inTarget = (piece: string) => piece.repeat(Math.floor(15_000 / piece.length));

export const queryRequests: readonly HttpRequest[] = [
  query("brackets", inTarget("filter[1][attribute]=email&")),
  query(
    "many filters",
    Array.from({ length: 500 }, (_, nth) => `filter[${nth}][attribute]=email&`)
      .join("")
      .slice(0, 15_000),
  ),
  query("attributes", `attrs=${inTarget("email,")}`),
  query("a list of attributes", inTarget("attrs[]=a&")),
  query("escapes", `order=${inTarget("%41")}`),
  query("broken escapes", `order=${inTarget("%")}`),
  query("a pattern", `filter[1][attribute]=email&filter[1][like]=${inTarget("%25_")}`),
  query("a list of operands", `filter[1][attribute]=email&filter[1][in][]=${inTarget("a&filter[1][in][]=")}`),
  query("many names", inTarget("a&")),
  query("mail", `to=${inTarget("%20")}`, "/control/mail"),
  query("calls", `operation=${inTarget("a")}&limit=1000`, "/control/calls"),
  query("an address", "", `/media/catalog/product${inTarget("/..%2f")}`),
  query("an operation", "", `/api/rpc/${inTarget("a.")}`),
  query("a sandbox", "", `/sandbox/${inTarget("%41")}/health/live`),
];

function header(title: string, name: string, value: string, path = "/api/rest/customers/1"): HttpRequest {
  const headers = { Authorization: basic, [name]: value };
  return { title: `header: ${title}`, sent: { method: "GET", path, headers, body: [] } };
}

export const headerRequests: readonly HttpRequest[] = [
  header("types", "Accept", inTarget("a/b;q=0.1,")),
  header("parameters of a type", "Accept", `a/b${inTarget(";a=b")}`),
  header("spaces in a type", "Accept", `a/b;${inTarget(" ")}q=1`),
  header("quotes of a type", "Content-Type", `application/json;a="${inTarget("\\a")}`),
  header("spaces of a charset", "Content-Type", `application/json;${inTarget(" ")}charset=x`),
  header("preferences", "Prefer", inTarget("a=b,")),
  header("proxies", "X-Forwarded-For", inTarget("1.2.3.4,")),
  header("a session", "Authorization", `Bearer ${inTarget("a")}`),
  header("spaces of a session", "Authorization", `Bearer ${inTarget(" ")}a`),
  header("credentials", "Authorization", `Basic ${inTarget("QUFB")}`),
  header("a sandbox", "X-Sandbox", inTarget("a")),
  header("tags", "If-None-Match", inTarget('W/"a", '), "/openrpc.json"),
  header("ranges", "Range", `bytes=${inTarget("0-1,")}`, "/openapi.json"),
  header("languages", "Accept-Language", inTarget("en;q=0.1,"), "/"),
  header("encodings", "Accept-Encoding", inTarget("gzip;q=0.1,"), "/openapi.json"),
  header("cookies", "Cookie", inTarget("a=b;")),
  header("an origin", "Origin", `http://${inTarget("a.")}`),
];

/** The largest answers of the test control. */
export const controlRequests: readonly HttpRequest[] = [
  ...[
    "/control/state",
    "/control/mail",
    "/control/calls?limit=1000",
    "/control/sandboxes",
    "/control/snapshots",
  ],
  ...[
    "/control/faults",
    "/control/users",
    "/metrics",
    "/openrpc.json",
    "/openapi.json",
    "/rpc.openapi.json",
    "/",
  ],
].map((path) => ({ title: `GET ${path}`, sent: { method: "GET", path, headers: {}, body: [] } }));

/** The XML doors, whose bodies may be as large as those of calls. */
export function doorRequests(session: string, bytes: number): readonly HttpRequest[] {
  const filled = (piece: string) => piece.repeat(Math.floor(bytes / Buffer.byteLength(piece)));
  const rpcCall = (value: string) =>
    `<?xml version="1.0"?><methodCall><methodName>call</methodName><params><param><value><string>${session}` +
    `</string></value></param><param><value><string>catalog_product.info</string></value></param>` +
    `<param><value>${value}</value></param></params></methodCall>`;
  const envelope = (content: string) =>
    `<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/" xmlns:ns1="urn:Magento"><SOAP-ENV:Body>` +
    `<ns1:call><sessionId>${session}</sessionId><resourcePath>catalog_product.info</resourcePath>` +
    `<args>${content}</args></ns1:call></SOAP-ENV:Body></SOAP-ENV:Envelope>`;
  const contents: readonly (readonly [string, string])[] = [
    ["spaces", filled(" ")],
    ["references", filled("&amp;")],
    ["CDATA", filled("<![CDATA[a]]>")],
    ["comments", filled("<!---->")],
    ["emoji", filled("😀")],
    ["elements", filled("<value><int>1</int></value>")],
    ["nested elements", filled("<array><data><value>")],
    ["base64", `<base64>${filled("AAAA")}</base64>`],
    ["a number of many digits", `<double>${filled("7")}</double>`],
    ["a list", `<array><data>${filled("<value><int>1</int></value>")}</data></array>`],
    ["members", `<struct>${filled("<member><name>a</name><value>1</value></member>")}</struct>`],
  ];
  return contents.flatMap(([title, content]) => [
    door(`XML-RPC: ${title}`, "/api/xmlrpc", rpcCall(content)),
    door(`SOAP: ${title}`, "/api/soap", envelope(content)),
  ]);
}

function door(title: string, path: string, body: string): HttpRequest {
  const sent = { method: "POST", path, headers: { "Content-Type": "text/xml" }, body: [Buffer.from(body)] };
  return { title, sent };
}
