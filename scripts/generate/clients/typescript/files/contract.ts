/** Stands in for what is generated from the contract, so that the files beside are checked as they are edited. */
export interface Operations {
  "namespace.operation": { params: { id?: number }; result: unknown; fault: "not_exists"; options: object };
}
export type GlobalFault = "session_expired" | "access_denied";
export interface FaultData {
  fault: string;
}
export interface Namespaces {
  readonly namespace: { operation(params?: { id?: number }, options?: object): Promise<unknown> };
}
export interface Builtins {
  login(): Promise<string>;
}
export const paths = { namespace: { operation: "namespace.operation" } } as const;
export const callsAtOnce = 100;
