/** Names of operations, faults and filters from the contracts, for forms. */
import { serviceUrl } from "../browser/place.js";

interface Contract {
  readonly methods: readonly {
    readonly name: string;
    readonly errors?: readonly { readonly $ref: string }[];
    readonly params: readonly { readonly name: string; readonly "x-filterable"?: object }[];
  }[];
  readonly "x-global-faults": object;
}

let loading: Promise<Contract> | undefined;

function contract(): Promise<Contract> {
  loading ??= fetch(`${serviceUrl}/openrpc.json`).then((answer) => answer.json() as Promise<Contract>);
  loading.catch(() => (loading = undefined));
  return loading;
}

interface RestContract {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>;
}

let loadingRest: Promise<readonly string[]> | undefined;

/** REST operations, to which rules can apply too. HEAD requests use the operation of GET. */
function restOperations(): Promise<readonly string[]> {
  loadingRest ??= fetch(`${serviceUrl}/openapi.json`)
    .then((answer) => answer.json() as Promise<RestContract>)
    .then(({ paths }) => Object.entries(paths).filter(([path]) => path.startsWith("/api/rest/")))
    .then((found) => found.flatMap(([, item]) => Object.entries(item)))
    .then((methods) =>
      methods.map(([method, { operationId }]) => (method === "head" ? undefined : operationId)),
    )
    .then((names) => names.filter((name) => name !== undefined));
  loadingRest.catch(() => (loadingRest = undefined));
  return loadingRest;
}

/** Every operation that a rule may name. */
export async function ruleTargets(): Promise<readonly string[]> {
  const [{ methods }, rest] = await Promise.all([contract(), restOperations()]);
  const operations = methods.map(({ name }) => name).filter((name) => name.includes("."));
  const namespaces = new Set(operations.map((name) => `${name.split(".")[0]}.*`));
  return ["*", "login", "multiCall", ...namespaces, ...operations, ...rest];
}

/** The faults that the operation declares, then the global ones. */
export async function faultNamesOf(operation: string): Promise<readonly string[]> {
  const { methods, "x-global-faults": everywhere } = await contract();
  const method = methods.find(({ name }) => name === operation);
  const declared = method?.errors?.map(({ $ref }) => $ref.split(".").at(-1) ?? "") ?? [];
  return [...new Set([...declared, ...Object.keys(everywhere)])];
}

/** The fields by which the operation can filter. */
export async function filterFieldsOf(operation: string): Promise<readonly string[]> {
  const method = (await contract()).methods.find(({ name }) => name === operation);
  return Object.keys(method?.params.find(({ name }) => name === "filters")?.["x-filterable"] ?? {});
}
