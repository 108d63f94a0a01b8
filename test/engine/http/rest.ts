/** Requests to the REST customers resource, for tests. */
import { XMLParser } from "fast-xml-parser";
import { basic, type HttpAnswer, type Shop } from "../../support/shop.js";

export const customers = "/api/rest/customers";
export const json = { Accept: "application/json" };
export const xmlBody = { "Content-Type": "application/xml" };

/** A customer of the sample shop on website `base`. */
export const anna = { id: 1, ...{ email: "anna.becker@example.com", password: "sample123" } };

export const asAdmin = basic();
export const asAnna = basic(anna.email, anna.password);

/** The minimum for creating a customer. */
export const least = {
  ...{ firstname: "Mila", lastname: "Novak", email: "mila@shop.test", password: "correct horse 7" },
  ...{ website_id: 1, group_id: 2 },
};

type Headers = Record<string, string>;

export class Rest {
  constructor(private readonly shop: Shop) {}

  get(path = "", headers: Headers = {}): Promise<HttpAnswer> {
    return this.shop.http("GET", customers + path, { headers: { ...asAdmin, ...json, ...headers } });
  }

  send(method: string, path: string, body: unknown, headers: Headers = {}): Promise<HttpAnswer> {
    return this.shop.http(method, customers + path, { body, headers: { ...asAdmin, ...json, ...headers } });
  }

  /** The ID of a new customer. */
  async create(data: object = {}): Promise<number> {
    const { status, headers, text } = await this.send("POST", "", { ...least, ...data });
    if (status !== 200) throw new Error(`creating answered ${status}: ${text}`);
    return Number(headers.get("Location")?.split("/").at(-1));
  }

  async update(id: number, data: object, headers: Headers = {}): Promise<number> {
    return (await this.send("PUT", `/${id}`, data, headers)).status;
  }

  /** The fields named by `attrs` of one customer, read as JSON. */
  async fields(id: number, attrs: string): Promise<unknown> {
    return (await this.get(`/${id}?attrs=${attrs}`)).json;
  }

  /** The IDs of a page in the order of the raw text, which an object would not preserve. */
  async ids(query: string): Promise<number[]> {
    const { status, text } = await this.get(`?attrs=email&${query}`);
    if (status !== 200) throw new Error(`${query} answered ${status}: ${text}`);
    return [...text.matchAll(/"(\d+)":\{/g)].map(([, id]) => Number(id));
  }
}

/** The messages of an error document in either format. */
export function messagesOf({ text }: HttpAnswer): string[] {
  if (text.startsWith("{")) {
    const { messages } = JSON.parse(text) as { messages: { error: { message: string }[] } };
    return messages.error.map(({ message }) => message);
  }
  return [...text.matchAll(/<message>([^<]*)<\/message>/g)].map(([, message = ""]) => message);
}

const parser = new XMLParser({
  parseTagValue: false,
  trimValues: false,
  htmlEntities: true,
  ignoreDeclaration: true,
});

/** The fields of one customer in XML, parsed with another setting than the server's. */
export function xmlFields(text: string): Record<string, string> {
  const { service_api } = parser.parse(text, true) as { service_api: Record<string, string> };
  return service_api;
}
