/** What the forms know of the contract: names of operations and of their faults. */
import { serviceUrl } from "../browser/place.js";

interface Contract {
  readonly methods: readonly {
    readonly name: string;
    readonly errors?: readonly { readonly $ref: string }[];
  }[];
  readonly "x-global-faults": object;
}

let loading: Promise<Contract> | undefined;

function contract(): Promise<Contract> {
  loading ??= fetch(`${serviceUrl}/openrpc.json`).then((answer) => answer.json() as Promise<Contract>);
  loading.catch(() => (loading = undefined));
  return loading;
}

/** Those of REST can be answered by rules too. */
const restOperations = ["listCustomers", "createCustomer", "getCustomer", "updateCustomer", "deleteCustomer"];

/** Whatever a rule may name. */
export async function ruleTargets(): Promise<readonly string[]> {
  const { methods } = await contract();
  const operations = methods.map(({ name }) => name).filter((name) => name.includes("."));
  return ["*", "login", "multiCall", ...operations, ...restOperations];
}

/** Those that the operation declares, then those that every call can answer. */
export async function faultsOf(operation: string): Promise<readonly string[]> {
  const { methods, "x-global-faults": everywhere } = await contract();
  const method = methods.find(({ name }) => name === operation);
  const declared = method?.errors?.map(({ $ref }) => $ref.split(".").at(-1) ?? "") ?? [];
  return [...new Set([...declared, ...Object.keys(everywhere)])];
}
