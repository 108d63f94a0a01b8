/** The addresses of the REST resources, from openapi.yaml. */
import type { RequestHandler } from "express";
import { restRoutes } from "../../../../generated/tables.js";
import type { Settings } from "../../../engine/config/config.js";
import { RestError } from "../../../engine/doors/rest/rest-error.js";
import { sentenceAbout } from "./problems.js";
import type { RestOperation, RestPathOf } from "./rest-operations.js";

/** An address below `/api/rest`. */
export interface Address {
  /** As Express writes it: `/customers/:customerId`. */
  readonly path: string;
  /** The operations by method; HEAD uses the operation of GET. */
  readonly methods: Readonly<Record<string, RestOperation>>;
  /** The methods, as in `Allow`. */
  readonly allow: string;
}

interface Row {
  readonly path: string;
  readonly methods: Address["methods"];
  readonly beyond?: boolean;
}

export const restPath = "/api/rest";

/** @param namespaces "documents" = without addresses that the API documents do not contain */
export function restAddresses(namespaces: Settings["namespaces"]): readonly Address[] {
  const all: readonly Row[] = restRoutes.addresses;
  return all
    .filter(({ beyond }) => namespaces === "all" || beyond !== true)
    .map(({ path, methods }) => ({
      path: path.slice(restPath.length).replace(/\{(\w+)\}/g, ":$1"),
      methods,
      allow: Object.keys(methods).join(", "),
    }));
}

type Parameter = keyof typeof restRoutes.parameters;

/** The patterns of path parameters, compiled once. */
const forms = Object.fromEntries(
  Object.entries(restRoutes.parameters).map(([name, form]) => [name, new RegExp(`^(?:${form})$`)]),
) as Readonly<Record<Parameter, RegExp>>;

const idForm = restRoutes.parameters.customerId;

/** The parameters of the path of a request; IDs are numbers. */
export function pathParameters(params: Readonly<Record<string, string>>): RestPathOf<RestOperation> {
  const values = Object.entries(params).map(([name, text]) => {
    const isId = restRoutes.parameters[name as Parameter] === idForm;
    return [name, isId ? Number(text) : text] as const;
  });
  return Object.fromEntries(values);
}

/**
 * Skips the address if the form of a parameter is wrong, since another address may match. Express decodes parameters, but no
 * valid one needs to be encoded.
 */
export const checkParameters: RequestHandler = ({ params, path }, { locals }, next) => {
  const written = path.split("/");
  const values = Object.entries(params as Readonly<Record<string, string>>);
  const wrong = values.filter(
    ([name, value]) => !forms[name as Parameter].test(value) || !written.includes(value),
  );
  if (wrong.length === 0) return next();
  const others = locals.wrong as typeof wrong | undefined;
  if (!others || wrong.length < others.length) locals.wrong = wrong;
  next("route");
};

/** The refusal of an address that does not belong to an operation. It names the parameter that has the wrong form, if any. */
export function unknownAddress({ wrong }: { readonly wrong?: readonly (readonly [string, string])[] }) {
  const [name, value] = wrong?.[0] ?? [];
  const message = "There is nothing at this address";
  if (name === undefined) return new RestError(404, `${message}.`);
  const expected = `must be ${expectations[name as Parameter] ?? idText}`;
  return new RestError(404, sentenceAbout(name, `${message}: ${name}`, expected, value));
}

const idText = "a whole number from 1 on, without leading zeros";

/** What path parameters that are not IDs must be. */
const expectations: Partial<Readonly<Record<Parameter, string>>> = {
  store: "the number or the code of a store view",
  addressType: "billing or shipping",
};
