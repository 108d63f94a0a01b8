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
const rpc = (method: string, params: unknown) => JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
const loginJson = (...params: unknown[]) => rpc("login", params);
const call = (...params: unknown[]) => rpc("call", params);
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

const at =
  (path: string, headers: Record<string, string>) =>
  (title: string, body: string, more: Partial<SecretWay> = {}): SecretWay => ({
    ...{ title, path, headers, body, ...more },
  });
const byJson = at(jsonRpc, json);
const byXmlRpc = at(xmlRpc, xml);
const byForm = at(jsonRpc, form);
const byMultipart = at(jsonRpc, multipart);
const byRestXml = at(rest, { "content-type": "application/xml" });
const soapText = at(soapV1, xml);
const bySoap = (title: string, body: string, more?: Partial<SecretWay>) => soapText(title, soap(body), more);
const bySoapV2 = (title: string, body: string, more?: Partial<SecretWay>) =>
  bySoap(title, body, { path: soapV2, ...more });
const errorPage = (title: string, answer: string, secrets?: readonly string[]) =>
  byJson(title, loginJson("admin", KEY), { status: 500, answer, ...(secrets && { secrets }) });

const memberNames = [
  "password new_password current_password password_confirmation apiKey api_key access_token refresh_token",
  "client_secret oauth_token oauth_consumer_secret session_id sessionId SID form_key private_key rp_token",
  "password_hash cc_cid auth-token",
].flatMap((line) => line.split(" "));

export const secretWays: readonly SecretWay[] = [
  // Calls.
  byJson("login by position", loginJson("admin", KEY)),
  byJson("login by name", rpc("login", { username: "admin", apiKey: KEY })),
  byJson(
    "login with the method last",
    `{"params":["admin",${JSON.stringify(KEY)}],"method":"login","jsonrpc":"2.0","id":1}`,
  ),
  byJson("login with escapes", `{"jsonrpc":"2.0","id":1,"method":"login","params":["admin","${everyJson}"]}`),
  byJson("login with three parameters", loginJson("admin", "first-key", KEY)),
  byJson(
    "login as a notification",
    JSON.stringify({ jsonrpc: "2.0", method: "login", params: ["admin", KEY] }),
  ),
  byJson("login in a batch", `[${loginJson("admin", KEY)},${call(SESSION, "catalog_product.list")}]`, {
    secrets: [KEY, SESSION],
  }),
  byJson("login in a multiCall", rpc("multiCall", [SESSION, [["login", ["admin", KEY]]]]), {
    secrets: [KEY, SESSION],
  }),
  byJson("login in a flat multiCall", rpc("multiCall", [SESSION, [["login", "admin", KEY]]]), {
    secrets: [KEY, SESSION],
  }),
  byJson("login through call", call(SESSION, "login", ["admin", KEY]), { secrets: [KEY, SESSION] }),
  byJson("a session that is not of the usual form", call(KEY, "catalog_product.list")),
  byJson("a session by name", rpc("call", { sessionId: KEY, apiPath: "catalog_product.list" })),
  byJson("the session of a login's answer", loginJson("admin", "other-key"), { answer: result(KEY) }),
  byJson("the session of a login's answer in a batch", `[${loginJson("admin", "other-key")}]`, {
    answer: `[${result(SESSION)}]`,
    secrets: [SESSION, "other-key"],
  }),
  byXmlRpc("login by XML-RPC", methodCall("login", "admin", `<string>${xmlText(KEY)}</string>`)),
  byXmlRpc("login by XML-RPC with references", methodCall("login", "admin", everyXml)),
  byXmlRpc("login by XML-RPC in CDATA", methodCall("login", "admin", `<![CDATA[${KEY}]]>`)),
  byXmlRpc("login by XML-RPC in base64", methodCall("login", "admin", `<base64>${base64(KEY)}</base64>`), {
    secrets: [base64(KEY)],
  }),
  byXmlRpc(
    "login in system.multicall",
    methodCall(
      "system.multicall",
      `<array><data><value>${struct({ methodName: "login", params: `<array><data><value>admin</value><value>${KEY}</value></data></array>` })}</value></data></array>`,
    ),
  ),
  byXmlRpc(
    "a session in system.multicall",
    methodCall(
      "system.multicall",
      `<array><data><value>${struct({ methodName: "call", params: `<array><data><value>${KEY}</value><value>customer.list</value></data></array>` })}</value></data></array>`,
    ),
  ),
  byJson(
    "system.multicall by JSON",
    rpc("system.multicall", [[{ methodName: "login", params: ["admin", KEY] }]]),
  ),
  byXmlRpc("the session of an answer by XML-RPC", methodCall("login", "admin", "other-key"), {
    answer: `<?xml version="1.0"?><methodResponse><params><param><value><string>${KEY}</string></value></param></params></methodResponse>`,
  }),
  bySoap(
    "login by SOAP",
    `<ns1:login><username xsi:type="xsd:string">admin</username><apiKey xsi:type="xsd:string">${KEY}</apiKey></ns1:login>`,
  ),
  bySoap(
    "login by SOAP with unnamed parts",
    `<ns1:login><param0>admin</param0><param1>${KEY}</param1></ns1:login>`,
  ),
  bySoap(
    "login by SOAP with equal names",
    `<ns1:login><param>admin</param><param>${KEY}</param></ns1:login>`,
  ),
  bySoapV2(
    "login by WS-I",
    `<ns1:loginParam><username>admin</username><apiKey>${KEY}</apiKey></ns1:loginParam>`,
  ),
  bySoapV2(
    "a session by SOAP",
    `<ns1:catalogProductList><sessionId xsi:type="xsd:string">${KEY}</sessionId></ns1:catalogProductList>`,
  ),
  bySoapV2(
    "a session by SOAP in an unnamed part",
    `<ns1:catalogProductList><arg0>${KEY}</arg0></ns1:catalogProductList>`,
  ),
  bySoap(
    "the session of an answer by SOAP",
    `<ns1:login><username>admin</username><apiKey>other-key</apiKey></ns1:login>`,
    {
      answer: soap(
        `<ns1:loginResponse><loginReturn xsi:type="xsd:string">${KEY}</loginReturn></ns1:loginResponse>`,
      ),
      secrets: [KEY, "other-key"],
    },
  ),
  bySoapV2(
    "the session of a login's answer by WS-I",
    `<ns1:loginParam><username>admin</username><apiKey>other-key</apiKey></ns1:loginParam>`,
    {
      answer: soap(`<ns1:loginResponseParam><result>${KEY}</result></ns1:loginResponseParam>`),
      secrets: [KEY, "other-key"],
    },
  ),
  bySoap(
    "a map of SOAP",
    `<ns1:call><sessionId>${SESSION}</sessionId><resourcePath>customer.create</resourcePath><args><item><item><key>password</key><value>${KEY}</value></item></item></args></ns1:call>`,
    { secrets: [KEY, SESSION] },
  ),
  // Requests that cannot be read.
  soapText(
    "unreadable SOAP with unnamed parts",
    soap(`<ns1:login><a>admin</a><b>${KEY}</b></ns1:login>`).replace("</SOAP-ENV:Envelope>", ""),
  ),
  byJson("JSON cut inside the key", `{"jsonrpc":"2.0","method":"login","params":["admin","${KEY}`),
  byJson("JSON cut inside a session", `{"jsonrpc":"2.0","method":"call","params":["${KEY}`),
  byXmlRpc(
    "XML-RPC cut inside the key",
    `<methodCall><methodName>login</methodName><params><param><value>admin</value></param><param><value><string>${KEY}`,
  ),
  soapText(
    "SOAP cut inside the key",
    `<SOAP-ENV:Envelope><SOAP-ENV:Body><ns1:login><username>admin</username><apiKey>${KEY}`,
  ),
  byJson("JSON with a comma too many", `{"method":"login","params":["admin","${KEY}",]}`),
  byJson("JSON with single quotes", `{'method':'login','apiKey':'${KEY}'}`),
  byJson("text in front of JSON", `x${loginJson("admin", KEY)}`),
  byForm("a form", `username=admin&apiKey=${encoded}`),
  byForm("a form with every character encoded", `username=admin&password=${everyHex}`, {
    secrets: [KEY, everyHex],
  }),
  {
    title: "a form with members",
    path: rest,
    headers: form,
    body: `customer%5Bpassword%5D=${encoded}`,
  },
  byForm("a form with JSON inside", `payload=${encodeURIComponent(JSON.stringify({ api_key: KEY }))}`),
  byMultipart("a multipart body", `${part("username", "admin")}${part("apiKey", KEY)}--XX--`),
  byMultipart(
    "a multipart body that is cut",
    `${part("username", "admin")}--XX\r\nContent-Disposition: form-data; name="password"\r\n\r\n${KEY}`,
  ),
  byMultipart("a multipart body with a call inside", `${part("body", loginJson("admin", KEY))}--XX--`),
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
  ...memberNames.map((name) =>
    byJson(`the member ${name}`, call(SESSION, "customer.create", [{ firstname: "Ida", [name]: KEY }]), {
      answer: fault(`${KEY} is refused`),
      secrets: [KEY, SESSION],
    }),
  ),
  byJson(
    "a card",
    call(SESSION, "cart_payment.method", [
      7,
      { method: "ccsave", cc_number: CARD, cc_cid: "9173", cc_exp_year: "2031" },
    ]),
    { answer: fault(`The card ${CARD} with 9173 is refused.`), secrets: [CARD, "9173", SESSION] },
  ),
  byJson(
    "a card number that is a number",
    call(SESSION, "cart_payment.method", [7, { cc_number: 4111111111111111 }]),
    { secrets: [CARD] },
  ),
  byJson("members of an answer", call(SESSION, "customer.list"), {
    answer: result([{ customer_id: 1, password_hash: KEY, rp_token: SESSION }]),
    secrets: [KEY, SESSION],
  }),
  byRestXml("an attribute of XML", `<customer password="${KEY}"><firstname>Ida</firstname></customer>`),
  byRestXml("an element of REST", `<magento_api><password>${KEY}</password></magento_api>`),
  byJson("JSON in a text", call(SESSION, "customer.create", [JSON.stringify({ password: KEY })]), {
    secrets: [KEY, SESSION],
  }),
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
  byJson("a fault that echoes the key", loginJson("admin", KEY), {
    answer: fault(`Access denied for admin with ${KEY}.`),
  }),
  byXmlRpc("a fault that echoes the key by XML-RPC", methodCall("login", "admin", KEY), {
    answer: `<?xml version="1.0"?><methodResponse><fault><value>${struct({ faultCode: "<int>2</int>", faultString: `<string>No ${KEY}</string>` })}</value></fault></methodResponse>`,
  }),
  bySoap(
    "a fault that echoes the key by SOAP",
    `<ns1:login><username>admin</username><apiKey>${KEY}</apiKey></ns1:login>`,
    {
      answer: soap(
        `<SOAP-ENV:Fault><faultcode>2</faultcode><faultstring>No ${KEY}</faultstring></SOAP-ENV:Fault>`,
      ),
    },
  ),
  byJson("a result that echoes a password", call(SESSION, "customer.create", [{ password: KEY }]), {
    answer: result({ note: `made with ${KEY}` }),
    secrets: [KEY, SESSION],
  }),
  byJson("a result with the secret as a name", call(SESSION, "customer.create", [{ password: KEY }]), {
    answer: result({ [KEY]: 1 }),
    secrets: [KEY, SESSION],
  }),
  errorPage("an error page", `<html><pre>login('admin', '${KEY}')</pre></html>`),
  errorPage("an error page with references", `<html><pre>${everyXml}</pre></html>`, [KEY, everyXml]),
  errorPage(
    "an error page with percent encoding",
    `<html><a href="/retry?x=${lowEncoded}">again</a></html>`,
    [lowEncoded],
  ),
  errorPage("an error page with percent encoding, twice", `<html>${encodeURIComponent(encoded)}</html>`, [
    encodeURIComponent(encoded),
  ]),
  errorPage("an error page with base64", `<html>${base64(`user=admin;key=${KEY}`)}</html>`, [
    base64(`user=admin;key=${KEY}`),
  ]),
  errorPage("an error page with escapes of JSON", `<html><script>var x = "${everyJson}"</script></html>`, [
    everyJson,
  ]),
  errorPage("an error page with the slash escaped", `<html>${KEY.replace("/", "\\/")}</html>`, [
    KEY.replace("/", "\\/"),
  ]),
  byJson("a stack trace that cuts the key", loginJson("admin", `${KEY}-and-more-of-it`), {
    status: 500,
    answer: `#0 Mage_Api->login('admin', '${KEY}...')`,
  }),
  byJson("an error page with a key of its own", call(SESSION, "catalog_product.list"), {
    status: 500,
    answer: `<html><input type="hidden" name="form_key" value="${KEY}"></html>`,
    secrets: [KEY, SESSION],
  }),
  byJson("a PHP warning in front of an answer", call(SESSION, "customer.info", [1]), {
    answer: `<br /><b>Warning</b>: x\n{"result":{"password_hash":"${KEY}"}}`,
    secrets: [SESSION],
  }),
  byJson("the session in an error page", call("my-own-session", "catalog_product.list"), {
    status: 500,
    answer: "<html>my-own-session has ended</html>",
    secrets: ["my-own-session"],
  }),
  {
    title: "UTF-16",
    path: xmlRpc,
    headers: { "content-type": "text/xml; charset=utf-16" },
    body: `\ufeff${methodCall("login", "admin", KEY)}`,
    answer: fault(KEY),
  },
];
