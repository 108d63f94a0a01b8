/** A shop behind a proxy, with a certificate of a private CA, called as the READMEs of the packages show it. */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startShop, type Shop } from "../../support/shop.js";
import { clients, php, python, readmeProxies, working } from "./interpreters.js";

const run = promisify(execFile);
const openssl = working(["openssl"], "version");

let folder: string;
let shop: Shop;
let proxy: Server;
/** What the proxy was asked for. */
const tunnels: string[] = [];
/** The user and password that it was given, if any. */
const callers: string[] = [];

/** A certificate of `shop.internal`, signed by `company-ca.pem`. */
async function makeCertificates(): Promise<void> {
  const made = (...args: string[]) => run("openssl", args, { cwd: folder });
  const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const authority = ["-subj", "/CN=Company CA", "-addext", "keyUsage=critical,keyCertSign"];
  await made("req", "-x509", ...newKey, "-keyout", "ca-key.pem", "-out", "company-ca.pem", ...authority);
  await made("req", ...newKey, "-keyout", "key.pem", "-out", "request.pem", "-subj", "/CN=shop.internal");
  const extensions = "subjectAltName=DNS:shop.internal\nauthorityKeyIdentifier=keyid\n";
  await writeFile(join(folder, "extensions"), extensions);
  const signed = ["-CA", "company-ca.pem", "-CAkey", "ca-key.pem", "-extfile", "extensions"];
  await made("x509", "-req", "-in", "request.pem", ...signed, "-out", "cert.pem");
}

/** Only the proxy knows where `shop.internal` is. */
async function startProxy(): Promise<Server> {
  const server = createServer().on("connect", (request, client) => {
    tunnels.push(request.url ?? "");
    const [, given] = (request.headers["proxy-authorization"] ?? "").split("Basic ");
    if (given !== undefined) callers.push(Buffer.from(given, "base64").toString());
    client.on("error", () => {});
    if (request.url !== "shop.internal:8443") return client.end("HTTP/1.1 403 Forbidden\r\n\r\n");
    const target = connect(Number(new URL(shop.url).port), "127.0.0.1", () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      target.pipe(client).pipe(target);
    });
    target.on("error", () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

beforeAll(async () => {
  if (openssl === undefined) return;
  folder = await mkdtemp(join(tmpdir(), "proxies-"));
  await makeCertificates();
  const [cert, key] = await Promise.all(
    ["cert.pem", "key.pem"].map((name) => readFile(join(folder, name), "utf8")),
  );
  const tls = { cert: cert as string, key: key as string };
  shop = await startShop({ dataset: "sample", tls, settings: { allowedHosts: ["shop.internal"] } });
  proxy = await startProxy();
});
afterAll(async () => {
  if (openssl === undefined) return;
  proxy.closeAllConnections();
  proxy.close();
  await shop.close();
  await rm(folder, { recursive: true, force: true });
});

interface Language {
  readonly name: "python" | "php";
  readonly isInstalled: boolean;
  /** Runs code in the folder with the certificate of the CA. */
  readonly runs: (code: string) => Promise<{ stdout: string }>;
  /** Prints the fault and the message of the error that the code raises. */
  readonly caught: (code: string) => string;
}

const languages: readonly Language[] = [
  {
    name: "python",
    isInstalled: python !== undefined,
    runs: (code) =>
      run(python ?? "", ["-c", code], {
        cwd: folder,
        env: { ...process.env, PYTHONPATH: `${clients}/python`, PYTHONDONTWRITEBYTECODE: "1" },
      }),
    caught: (code) =>
      `from store_api import StoreClientError\ntry:\n${code.replace(/^/gm, "    ")}\nexcept StoreClientError as error:\n    print(error.fault, error)`,
  },
  {
    name: "php",
    isInstalled: php !== undefined,
    runs: (code) =>
      run(php ?? "", ["-r", `require '${clients}/php/autoload.php';\n${code}`], { cwd: folder }),
    caught: (code) =>
      code.replace(
        /^(\$shop[^]*)$/m,
        "try {\n$1\n} catch (StoreApi\\StoreClientError $error) {\n    echo $error->fault, ' ', $error->getMessage();\n}",
      ),
  },
];

describe.each(languages)("$name", ({ name, isInstalled, runs, caught }) => {
  const isRunnable = isInstalled && openssl !== undefined;
  const code = () =>
    readmeProxies(name).replace("proxy.internal:3128", `127.0.0.1:${(proxy.address() as AddressInfo).port}`);

  test.skipIf(!isRunnable)("the example of the README", async () => {
    tunnels.length = 0;
    expect((await runs(code())).stdout.trim()).toBe("Stoneware Mug");
    expect(tunnels).toEqual(["shop.internal:8443"]);
  });

  test.skipIf(!isRunnable)("without the certificate of the CA, nothing is sent", async () => {
    const unknown = code()
      .replace('cafile="company-ca.pem"', "")
      .replace(/ *CURLOPT_CAINFO.*\n/, "");
    expect(unknown).not.toBe(code());
    const { stdout } = await runs(caught(unknown));
    expect(stdout).toMatch(/^connection_failed .*https:\/\/shop\.internal:8443.*certificate/s);
  });

  const withPassword = () => code().replace("http://127.0.0.1", "http://ida:s%40fe@127.0.0.1");

  test.skipIf(!isRunnable)("a proxy with a password", async () => {
    callers.length = 0;
    expect((await runs(withPassword())).stdout.trim()).toBe("Stoneware Mug");
    expect(callers.at(-1)).toBe("ida:s@fe");
  });

  test.skipIf(!isRunnable)("a proxy that refuses", async () => {
    const { stdout } = await runs(caught(withPassword().replace("shop.internal", "other.internal")));
    expect(stdout).toMatch(/^connection_failed .*https:\/\/other\.internal:8443.*403/s);
    expect(stdout).not.toContain("s%40fe");
  });

  test.skipIf(!isRunnable)("a proxy that is not there is named", async () => {
    const { stdout } = await runs(caught(code().replace(/127\.0\.0\.1:\d+/, "127.0.0.1:1")));
    expect(stdout).toMatch(/^connection_failed .*https:\/\/shop\.internal:8443.*127\.0\.0\.1(:| port )1\b/s);
  });
});
