/** The address of the database: `postgres://user:password@host1:5432,host2/database?sslmode=verify-full&pool=20`. */

export interface Host {
  readonly host: string;
  readonly port: number;
}

interface TlsSettings {
  /**
   * disable: no TLS; require: TLS with any certificate; verify-ca: with a certificate of a trusted authority; verify-full: with
   * one that is also valid for the host.
   */
  readonly mode: "disable" | "require" | "verify-ca" | "verify-full";
  /** File of the trusted authorities; without it, those of Node.js. */
  readonly ca: string | undefined;
  /** Files of the client's certificate and its key. */
  readonly cert: string | undefined;
  readonly key: string | undefined;
}

/** Files that are named by settings, not in the address. */
export interface ConnectionFiles {
  /** The password; read again for every connection. */
  readonly passwordFile?: string | undefined;
  /** Authorities, unless the address names others. */
  readonly caFile?: string | undefined;
}

export interface PostgresAddress {
  /** Tried in this order until one is the primary. */
  readonly hosts: readonly Host[];
  readonly user: string;
  readonly password: string | undefined;
  readonly passwordFile: string | undefined;
  readonly database: string;
  readonly schema: string;
  readonly tls: TlsSettings;
  /** Maximum connections of this process for reads, and the same for writes; other purposes take a few more. */
  readonly pool: number;
  /** Timeout of statements in seconds. */
  readonly statementTimeout: number;
  /** Timeout of connecting in seconds. */
  readonly connectTimeout: number;
}

/** The message continues a sentence that begins with the name of a setting. */
export class PostgresAddressError extends Error {}

const form = /^postgres(?:ql)?:\/\/(?:([^:@/?#]*)(?::([^@/?#]*))?@)?([^/?#]+)\/([^/?#]+)(?:\?([^#]*))?$/;

const usage = "postgres://<user>:<password>@<host>[:<port>][,<host>…]/<database>";

/** Throws PostgresAddressError, whose message never contains the password. */
export function parsePostgresAddress(
  text: string,
  { passwordFile, caFile }: ConnectionFiles = {},
): PostgresAddress {
  const match = form.exec(text);
  if (!match) throw new PostgresAddressError(`must be of the form ${usage}`);
  const [, user, password, hosts = "", database = "", query = ""] = match;
  const options = new URLSearchParams(query);
  const unknown = [...options.keys()].find((name) => !optionNames.includes(name));
  if (unknown !== undefined) {
    throw new PostgresAddressError(
      `has no option ${JSON.stringify(unknown)}; there are ${optionNames.join(", ")}`,
    );
  }
  if (passwordFile !== undefined && password) {
    throw new PostgresAddressError("has a password, and STORAGE_PASSWORD_FILE is set: use one of them");
  }
  return {
    hosts: hosts.split(",").map(hostOf),
    user: user ? decode(user) : "postgres",
    password: password === undefined ? undefined : decode(password),
    passwordFile,
    database: decode(database),
    schema: schemaOf(options.get("schema") ?? "store_api"),
    tls: tlsOf(options, caFile),
    pool: numberOf(options, "pool", 20, 1000),
    statementTimeout: numberOf(options, "statement_timeout", 30, 3600),
    connectTimeout: numberOf(options, "connect_timeout", 5, 600),
  };
}

const optionNames = [
  ...["schema", "sslmode", "sslrootcert", "sslcert", "sslkey"],
  ...["pool", "statement_timeout", "connect_timeout"],
];

/** The address without the password, for messages. */
export function shownAddress({ user, hosts, database }: PostgresAddress): string {
  return `postgres://${user}@${hosts.map(shownHost).join(",")}/${database}`;
}

export function shownHost({ host, port }: Host): string {
  return `${host.includes(":") ? `[${host}]` : host}:${port}`;
}

function hostOf(text: string): Host {
  const match = /^(?:\[([0-9a-fA-F:.]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/.exec(text.trim());
  const port = Number(match?.[3] ?? 5432);
  if (!match || port < 1 || port > 65_535) throw new PostgresAddressError(`must be of the form ${usage}`);
  return { host: match[1] ?? match[2] ?? "", port };
}

function schemaOf(text: string): string {
  if (/^[a-z_][a-z0-9_]{0,50}$/.test(text) && !text.startsWith("pg_")) return text;
  throw new PostgresAddressError("schema must be a name of small letters, digits and _");
}

const tlsModes = ["disable", "require", "verify-ca", "verify-full"] as const;

function tlsOf(options: URLSearchParams, caFile: string | undefined): TlsSettings {
  const mode = tlsModes.find((one) => one === (options.get("sslmode") ?? "disable"));
  if (!mode) throw new PostgresAddressError(`sslmode must be one of ${tlsModes.join(", ")}`);
  const [ca, cert, key] = ["sslrootcert", "sslcert", "sslkey"].map((name) => options.get(name) || undefined);
  if ((cert === undefined) !== (key === undefined))
    throw new PostgresAddressError("sslcert and sslkey must be given together or not at all");
  if (cert !== undefined && mode === "disable")
    throw new PostgresAddressError("sslcert needs a sslmode other than disable");
  const authorities = ca ?? caFile;
  // Whoever names authorities expects that they are asked.
  if (authorities !== undefined && !mode.startsWith("verify"))
    throw new PostgresAddressError(
      `needs sslmode=verify-ca or sslmode=verify-full, since ${ca === undefined ? "STORAGE_CA_FILE is set" : "it has sslrootcert"}`,
    );
  return { mode, ca: authorities, cert, key };
}

function numberOf(options: URLSearchParams, name: string, fallback: number, most: number): number {
  const text = options.get(name);
  if (text === null) return fallback;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= most) return value;
  throw new PostgresAddressError(`${name} must be a whole number from 1 to ${most}`);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new PostgresAddressError("has a % without two hexadecimal digits: write % itself as %25");
  }
}
