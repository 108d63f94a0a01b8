/**
 * Ways in which a secret gets into an exchange. Each row is one exchange with the client's secret `KEY` (a key of an API
 * user), `SESSION` or other values of `secrets`, none of which may be in a recording or in the journal.
 */

export const KEY = "Kq7-rm/2+vT9=xZ";
export const SESSION = "3f9c1d5e7a8b6042c4d8e1f0a9b7c653";
const CARD = "4111111111111111";

export interface SecretWay {
  readonly title: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly answer?: string;
  readonly answerHeaders?: Readonly<Record<string, string>>;
  readonly status?: number;
  /** Default: `KEY`. */
  readonly secrets?: readonly string[];
}

const json = { "content-type": "application/json" };
const xml = { "content-type": "text/xml" };
const form = { "content-type": "application/x-www-form-urlencoded" };
const multipart = { "content-type": "multipart/form-data; boundary=XX" };
const xmlText = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const loginJson = (...params: unknown[]) =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, method: "login", params });
const call = (...params: unknown[]) => JSON.stringify({ jsonrpc: "2.0", id: 1, method: "call", params });
const fault = (message: string) => JSON.stringify({ jsonrpc: "2.0", id: 1, error: { code: 2, message } });
const result = (value: unknown) => JSON.stringify({ jsonrpc: "2.0", id: 1, result: value });
const methodCall = (name: string, ...values: string[]) =>
  `<?xml version="1.0"?><methodCall><methodName>${name}</methodName><params>${values.map((value) => `<param><value>${value}</value></param>`).join("")}</params></methodCall>`;
const struct = (members: Readonly<Record<string, string>>) =>
  `<struct>${Object.entries(members)
    .map(([name, value]) => `<member><name>${name}</name><value>${value}</value></member>`)
    .join("")}</struct>`;
const soap = (body: string) =>
  `<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/" xmlns:ns1="urn:Magento" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"><SOAP-ENV:Body>${body}</SOAP-ENV:Body></SOAP-ENV:Envelope>`;
const part = (name: string, value: string) =>
  `--XX\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const base64 = (text: string) => Buffer.from(text).toString("base64");
const encoded = encodeURIComponent(KEY);
const lowEncoded = encoded.replace(/%../g, (one) => one.toLowerCase());
const everyHex = [...KEY].map((one) => `%${one.charCodeAt(0).toString(16)}`).join("");
const everyJson = [...KEY].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
const everyXml = [...KEY].map((one) => `&#x${one.charCodeAt(0).toString(16)};`).join("");

const jsonRpc = "/api/jsonrpc";
const xmlRpc = "/api/xmlrpc/";
const soapV1 = "/api/soap/";
const soapV2 = "/api/v2_soap/";
const rest = "/api/rest/customers";

export const secretWays: readonly SecretWay[] = [
  // Calls.
  { title: "login by position", path: jsonRpc, headers: json, body: loginJson("admin", KEY) },
  {
    title: "login by name",
    path: jsonRpc,
    headers: json,
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "login",
      params: { username: "admin", apiKey: KEY },
    }),
  },
  {
    title: "login with the method last",
    path: jsonRpc,
    headers: json,
    body: `{"params":["admin",${JSON.stringify(KEY)}],"method":"login","jsonrpc":"2.0","id":1}`,
  },
  {
    title: "login with escapes",
    path: jsonRpc,
    headers: json,
    body: `{"jsonrpc":"2.0","id":1,"method":"login","params":["admin","${everyJson}"]}`,
  },
  {
    title: "login with three parameters",
    path: jsonRpc,
    headers: json,
    body: loginJson("admin", "first-key", KEY),
  },
  {
    title: "login as a notification",
    path: jsonRpc,
    headers: json,
    body: JSON.stringify({ jsonrpc: "2.0", method: "login", params: ["admin", KEY] }),
  },
  {
    title: "login in a batch",
    path: jsonRpc,
    headers: json,
    body: `[${loginJson("admin", KEY)},${call(SESSION, "catalog_product.list")}]`,
    secrets: [KEY, SESSION],
  },
  {
    title: "login in a multiCall",
    path: jsonRpc,
    headers: json,
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "multiCall",
      params: [SESSION, [["login", ["admin", KEY]]]],
    }),
    secrets: [KEY, SESSION],
  },
  {
    title: "login in a flat multiCall",
    path: jsonRpc,
    headers: json,
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "multiCall",
      params: [SESSION, [["login", "admin", KEY]]],
    }),
    secrets: [KEY, SESSION],
  },
  {
    title: "login through call",
    path: jsonRpc,
    headers: json,
    body: call(SESSION, "login", ["admin", KEY]),
    secrets: [KEY, SESSION],
  },
  {
    title: "a session that is not of the usual form",
    path: jsonRpc,
    headers: json,
    body: call(KEY, "catalog_product.list"),
  },
  {
    title: "a session by name",
    path: jsonRpc,
    headers: json,
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "call",
      params: { sessionId: KEY, apiPath: "catalog_product.list" },
    }),
  },
  {
    title: "the session of a login's answer",
    path: jsonRpc,
    headers: json,
    body: loginJson("admin", "other-key"),
    answer: result(KEY),
  },
  {
    title: "the session of a login's answer in a batch",
    path: jsonRpc,
    headers: json,
    body: `[${loginJson("admin", "other-key")}]`,
    answer: `[${result(SESSION)}]`,
    secrets: [SESSION, "other-key"],
  },
  {
    title: "login by XML-RPC",
    path: xmlRpc,
    headers: xml,
    body: methodCall("login", "admin", `<string>${xmlText(KEY)}</string>`),
  },
  {
    title: "login by XML-RPC with references",
    path: xmlRpc,
    headers: xml,
    body: methodCall("login", "admin", everyXml),
  },
  {
    title: "login by XML-RPC in CDATA",
    path: xmlRpc,
    headers: xml,
    body: methodCall("login", "admin", `<![CDATA[${KEY}]]>`),
  },
  {
    title: "login by XML-RPC in base64",
    path: xmlRpc,
    headers: xml,
    body: methodCall("login", "admin", `<base64>${base64(KEY)}</base64>`),
    secrets: [base64(KEY)],
  },
  {
    title: "login in system.multicall",
    path: xmlRpc,
    headers: xml,
    body: methodCall(
      "system.multicall",
      `<array><data><value>${struct({ methodName: "login", params: `<array><data><value>admin</value><value>${KEY}</value></data></array>` })}</value></data></array>`,
    ),
  },
  {
    title: "a session in system.multicall",
    path: xmlRpc,
    headers: xml,
    body: methodCall(
      "system.multicall",
      `<array><data><value>${struct({ methodName: "call", params: `<array><data><value>${KEY}</value><value>customer.list</value></data></array>` })}</value></data></array>`,
    ),
  },
  {
    title: "system.multicall by JSON",
    path: jsonRpc,
    headers: json,
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "system.multicall",
      params: [[{ methodName: "login", params: ["admin", KEY] }]],
    }),
  },
  {
    title: "the session of an answer by XML-RPC",
    path: xmlRpc,
    headers: xml,
    body: methodCall("login", "admin", "other-key"),
    answer: `<?xml version="1.0"?><methodResponse><params><param><value><string>${KEY}</string></value></param></params></methodResponse>`,
  },
  {
    title: "login by SOAP",
    path: soapV1,
    headers: xml,
    body: soap(
      `<ns1:login><username xsi:type="xsd:string">admin</username><apiKey xsi:type="xsd:string">${KEY}</apiKey></ns1:login>`,
    ),
  },
  {
    title: "login by SOAP with unnamed parts",
    path: soapV1,
    headers: xml,
    body: soap(`<ns1:login><param0>admin</param0><param1>${KEY}</param1></ns1:login>`),
  },
  {
    title: "login by SOAP with equal names",
    path: soapV1,
    headers: xml,
    body: soap(`<ns1:login><param>admin</param><param>${KEY}</param></ns1:login>`),
  },
  {
    title: "login by WS-I",
    path: soapV2,
    headers: xml,
    body: soap(`<ns1:loginParam><username>admin</username><apiKey>${KEY}</apiKey></ns1:loginParam>`),
  },
  {
    title: "a session by SOAP",
    path: soapV2,
    headers: xml,
    body: soap(
      `<ns1:catalogProductList><sessionId xsi:type="xsd:string">${KEY}</sessionId></ns1:catalogProductList>`,
    ),
  },
  {
    title: "a session by SOAP in an unnamed part",
    path: soapV2,
    headers: xml,
    body: soap(`<ns1:catalogProductList><arg0>${KEY}</arg0></ns1:catalogProductList>`),
  },
  {
    title: "the session of an answer by SOAP",
    path: soapV1,
    headers: xml,
    body: soap(`<ns1:login><username>admin</username><apiKey>other-key</apiKey></ns1:login>`),
    answer: soap(
      `<ns1:loginResponse><loginReturn xsi:type="xsd:string">${KEY}</loginReturn></ns1:loginResponse>`,
    ),
    secrets: [KEY, "other-key"],
  },
  {
    title: "the session of a login's answer by WS-I",
    path: soapV2,
    headers: xml,
    body: soap(`<ns1:loginParam><username>admin</username><apiKey>other-key</apiKey></ns1:loginParam>`),
    answer: soap(`<ns1:loginResponseParam><result>${KEY}</result></ns1:loginResponseParam>`),
    secrets: [KEY, "other-key"],
  },
  {
    title: "a map of SOAP",
    path: soapV1,
    headers: xml,
    body: soap(
      `<ns1:call><sessionId>${SESSION}</sessionId><resourcePath>customer.create</resourcePath><args><item><item><key>password</key><value>${KEY}</value></item></item></args></ns1:call>`,
    ),
    secrets: [KEY, SESSION],
  },
  // Requests that cannot be read.
  {
    title: "unreadable SOAP with unnamed parts",
    path: soapV1,
    headers: xml,
    body: soap(`<ns1:login><a>admin</a><b>${KEY}</b></ns1:login>`).replace("</SOAP-ENV:Envelope>", ""),
  },
  {
    title: "JSON cut inside the key",
    path: jsonRpc,
    headers: json,
    body: `{"jsonrpc":"2.0","method":"login","params":["admin","${KEY}`,
  },
  {
    title: "JSON cut inside a session",
    path: jsonRpc,
    headers: json,
    body: `{"jsonrpc":"2.0","method":"call","params":["${KEY}`,
  },
  {
    title: "XML-RPC cut inside the key",
    path: xmlRpc,
    headers: xml,
    body: `<methodCall><methodName>login</methodName><params><param><value>admin</value></param><param><value><string>${KEY}`,
  },
  {
    title: "SOAP cut inside the key",
    path: soapV1,
    headers: xml,
    body: `<SOAP-ENV:Envelope><SOAP-ENV:Body><ns1:login><username>admin</username><apiKey>${KEY}`,
  },
  {
    title: "JSON with a comma too many",
    path: jsonRpc,
    headers: json,
    body: `{"method":"login","params":["admin","${KEY}",]}`,
  },
  {
    title: "JSON with single quotes",
    path: jsonRpc,
    headers: json,
    body: `{'method':'login','apiKey':'${KEY}'}`,
  },
  { title: "text in front of JSON", path: jsonRpc, headers: json, body: `x${loginJson("admin", KEY)}` },
  { title: "a form", path: jsonRpc, headers: form, body: `username=admin&apiKey=${encoded}` },
  {
    title: "a form with every character encoded",
    path: jsonRpc,
    headers: form,
    body: `username=admin&password=${everyHex}`,
    secrets: [KEY, everyHex],
  },
  { title: "a form with members", path: rest, headers: form, body: `customer%5Bpassword%5D=${encoded}` },
  {
    title: "a form with JSON inside",
    path: jsonRpc,
    headers: form,
    body: `payload=${encodeURIComponent(JSON.stringify({ api_key: KEY }))}`,
  },
  {
    title: "a multipart body",
    path: jsonRpc,
    headers: multipart,
    body: `${part("username", "admin")}${part("apiKey", KEY)}--XX--`,
  },
  {
    title: "a multipart body that is cut",
    path: jsonRpc,
    headers: multipart,
    body: `${part("username", "admin")}--XX\r\nContent-Disposition: form-data; name="password"\r\n\r\n${KEY}`,
  },
  {
    title: "a multipart body with a call inside",
    path: jsonRpc,
    headers: multipart,
    body: `${part("body", loginJson("admin", KEY))}--XX--`,
  },
  {
    title: "a login page that is not a door",
    path: "/index.php/admin/",
    headers: form,
    body: `login%5Busername%5D=admin&login%5Bpassword%5D=${encoded}&form_key=abc`,
  },
  {
    title: "plain text",
    path: jsonRpc,
    headers: { "content-type": "text/plain" },
    body: `user: admin\npassword: ${KEY}\n`,
  },
  // Members.
  ...[
    "password",
    "new_password",
    "current_password",
    "password_confirmation",
    "apiKey",
    "api_key",
    "access_token",
    "refresh_token",
    "client_secret",
    "oauth_token",
    "oauth_consumer_secret",
    "session_id",
    "sessionId",
    "SID",
    "form_key",
    "private_key",
    "rp_token",
    "password_hash",
    "cc_cid",
    "auth-token",
  ].map((name): SecretWay => ({
    title: `the member ${name}`,
    path: jsonRpc,
    headers: json,
    body: call(SESSION, "customer.create", [{ firstname: "Ida", [name]: KEY }]),
    answer: fault(`${KEY} is refused`),
    secrets: [KEY, SESSION],
  })),
  {
    title: "a card",
    path: jsonRpc,
    headers: json,
    body: call(SESSION, "cart_payment.method", [
      7,
      { method: "ccsave", cc_number: CARD, cc_cid: "9173", cc_exp_year: "2031" },
    ]),
    answer: fault(`The card ${CARD} with 9173 is refused.`),
    secrets: [CARD, "9173", SESSION],
  },
  {
    title: "a card number that is a number",
    path: jsonRpc,
    headers: json,
    body: call(SESSION, "cart_payment.method", [7, { cc_number: 4111111111111111 }]),
    secrets: [CARD],
  },
  {
    title: "members of an answer",
    path: jsonRpc,
    headers: json,
    body: call(SESSION, "customer.list"),
    answer: result([{ customer_id: 1, password_hash: KEY, rp_token: SESSION }]),
    secrets: [KEY, SESSION],
  },
  {
    title: "an attribute of XML",
    path: rest,
    headers: { "content-type": "application/xml" },
    body: `<customer password="${KEY}"><firstname>Ida</firstname></customer>`,
  },
  {
    title: "an element of REST",
    path: rest,
    headers: { "content-type": "application/xml" },
    body: `<magento_api><password>${KEY}</password></magento_api>`,
  },
  {
    title: "JSON in a text",
    path: jsonRpc,
    headers: json,
    body: call(SESSION, "customer.create", [JSON.stringify({ password: KEY })]),
    secrets: [KEY, SESSION],
  },
  // Addresses and headers.
  { title: "a query", path: `${rest}?token=${encoded}&limit=1` },
  { title: "a query with an encoded name", path: `${rest}?%61pi_key=${encoded}` },
  {
    title: "a query of OAuth",
    path: `${rest}?oauth_consumer_key=ck-1234567&oauth_token=${encoded}&oauth_signature=sig-777777`,
    secrets: [KEY, "ck-1234567", "sig-777777"],
  },
  {
    title: "SID of a query",
    path: `${rest}?SID=abcdef7890abcdef7890abcdef`,
    secrets: ["abcdef7890abcdef7890abcdef"],
  },
  { title: "parameters in the path", path: `/api/jsonrpc/index/password/${encoded}` },
  {
    title: "Basic",
    path: jsonRpc,
    headers: { ...json, authorization: `Basic ${base64(`admin:${KEY}`)}` },
    body: call(null, "catalog_product.list"),
    answer: fault(`No ${KEY}, no ${base64(`admin:${KEY}`)}`),
    secrets: [KEY, base64(`admin:${KEY}`)],
  },
  {
    title: "Basic with a token as the name",
    path: jsonRpc,
    headers: { ...json, authorization: `Basic ${base64(`${SESSION}:`)}` },
    body: call(null, "catalog_product.list"),
    secrets: [SESSION],
  },
  {
    title: "Basic with a token as the name and a usual key",
    path: jsonRpc,
    headers: { ...json, authorization: `Basic ${base64("ghp_16C7e42F292c6912E7710c83:x-oauth-basic")}` },
    body: call(null, "catalog_product.list"),
    secrets: ["ghp_16C7e42F292c6912E7710c83"],
  },
  {
    title: "Bearer",
    path: rest,
    headers: { authorization: `Bearer ${KEY}` },
    status: 401,
    answer: JSON.stringify({ messages: { error: [{ code: 401, message: `The token ${KEY} is unknown` }] } }),
  },
  {
    title: "OAuth",
    path: rest,
    headers: {
      authorization: `OAuth oauth_consumer_key="ck-1234567", oauth_token="${encoded}", oauth_signature="sig-777777"`,
    },
    status: 401,
    answer: `oauth_problem=token_rejected&oauth_token=${encoded}&key=ck-1234567`,
    secrets: [KEY, "ck-1234567"],
  },
  {
    title: "a header with a key",
    path: rest,
    headers: { "x-api-key": KEY },
    status: 403,
    answer: `<html><body>${KEY} may not enter</body></html>`,
  },
  {
    title: "a cookie",
    path: rest,
    headers: { cookie: `frontend=9f8e7d6c5b4a3f2e1d; SID=${KEY}` },
    status: 403,
    answer: `<html><a href="/?SID=9f8e7d6c5b4a3f2e1d">${KEY}</a></html>`,
    secrets: [KEY, "9f8e7d6c5b4a3f2e1d"],
  },
  {
    title: "a cookie that the shop sets",
    path: rest,
    answerHeaders: {
      "set-cookie": "PHPSESSID=9f8e7d6c5b4a3f2e1d; path=/; HttpOnly",
      location: "https://shop.example/?x=9f8e7d6c5b4a3f2e1d",
    },
    status: 302,
    answer: "",
    secrets: ["9f8e7d6c5b4a3f2e1d"],
  },
  {
    title: "a redirect with credentials",
    path: rest,
    answerHeaders: { location: `https://admin:${encoded}@shop.example/?key=1` },
    status: 302,
    answer: "",
  },
  // Echoes.
  {
    title: "a fault that echoes the key",
    path: jsonRpc,
    headers: json,
    body: loginJson("admin", KEY),
    answer: fault(`Access denied for admin with ${KEY}.`),
  },
  {
    title: "a fault that echoes the key by XML-RPC",
    path: xmlRpc,
    headers: xml,
    body: methodCall("login", "admin", KEY),
    answer: `<?xml version="1.0"?><methodResponse><fault><value>${struct({ faultCode: "<int>2</int>", faultString: `<string>No ${KEY}</string>` })}</value></fault></methodResponse>`,
  },
  {
    title: "a fault that echoes the key by SOAP",
    path: soapV1,
    headers: xml,
    body: soap(`<ns1:login><username>admin</username><apiKey>${KEY}</apiKey></ns1:login>`),
    answer: soap(
      `<SOAP-ENV:Fault><faultcode>2</faultcode><faultstring>No ${KEY}</faultstring></SOAP-ENV:Fault>`,
    ),
  },
  {
    title: "a result that echoes a password",
    path: jsonRpc,
    headers: json,
    body: call(SESSION, "customer.create", [{ password: KEY }]),
    answer: result({ note: `made with ${KEY}` }),
    secrets: [KEY, SESSION],
  },
  {
    title: "a result with the secret as a name",
    path: jsonRpc,
    headers: json,
    body: call(SESSION, "customer.create", [{ password: KEY }]),
    answer: result({ [KEY]: 1 }),
    secrets: [KEY, SESSION],
  },
  {
    title: "an error page",
    path: jsonRpc,
    headers: json,
    body: loginJson("admin", KEY),
    status: 500,
    answer: `<html><pre>login('admin', '${KEY}')</pre></html>`,
  },
  {
    title: "an error page with references",
    path: jsonRpc,
    headers: json,
    body: loginJson("admin", KEY),
    status: 500,
    answer: `<html><pre>${everyXml}</pre></html>`,
    secrets: [KEY, everyXml],
  },
  {
    title: "an error page with percent encoding",
    path: jsonRpc,
    headers: json,
    body: loginJson("admin", KEY),
    status: 500,
    answer: `<html><a href="/retry?x=${lowEncoded}">again</a></html>`,
    secrets: [lowEncoded],
  },
  {
    title: "an error page with percent encoding, twice",
    path: jsonRpc,
    headers: json,
    body: loginJson("admin", KEY),
    status: 500,
    answer: `<html>${encodeURIComponent(encoded)}</html>`,
    secrets: [encodeURIComponent(encoded)],
  },
  {
    title: "an error page with base64",
    path: jsonRpc,
    headers: json,
    body: loginJson("admin", KEY),
    status: 500,
    answer: `<html>${base64(`user=admin;key=${KEY}`)}</html>`,
    secrets: [base64(`user=admin;key=${KEY}`)],
  },
  {
    title: "an error page with escapes of JSON",
    path: jsonRpc,
    headers: json,
    body: loginJson("admin", KEY),
    status: 500,
    answer: `<html><script>var x = "${everyJson}"</script></html>`,
    secrets: [everyJson],
  },
  {
    title: "an error page with the slash escaped",
    path: jsonRpc,
    headers: json,
    body: loginJson("admin", KEY),
    status: 500,
    answer: `<html>${KEY.replace("/", "\\/")}</html>`,
    secrets: [KEY.replace("/", "\\/")],
  },
  {
    title: "a stack trace that cuts the key",
    path: jsonRpc,
    headers: json,
    body: loginJson("admin", `${KEY}-and-more-of-it`),
    status: 500,
    answer: `#0 Mage_Api->login('admin', '${KEY}...')`,
  },
  {
    title: "an error page with a key of its own",
    path: jsonRpc,
    headers: json,
    body: call(SESSION, "catalog_product.list"),
    status: 500,
    answer: `<html><input type="hidden" name="form_key" value="${KEY}"></html>`,
    secrets: [KEY, SESSION],
  },
  {
    title: "a PHP warning in front of an answer",
    path: jsonRpc,
    headers: json,
    body: call(SESSION, "customer.info", [1]),
    answer: `<br /><b>Warning</b>: x\n{"result":{"password_hash":"${KEY}"}}`,
    secrets: [SESSION],
  },
  {
    title: "the session in an error page",
    path: jsonRpc,
    headers: json,
    body: call("my-own-session", "catalog_product.list"),
    status: 500,
    answer: "<html>my-own-session has ended</html>",
    secrets: ["my-own-session"],
  },
  {
    title: "UTF-16",
    path: xmlRpc,
    headers: { "content-type": "text/xml; charset=utf-16" },
    body: `\ufeff${methodCall("login", "admin", KEY)}`,
    answer: fault(KEY),
  },
];
