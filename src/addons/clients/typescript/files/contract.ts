/**
 * Replaces the code that is generated from the contract, so that the files in this folder can be
 * type-checked.
 */
export interface Operations {
  "namespace.operation": { params: { id?: number }; result: unknown; fault: "not_exists"; options: object };
}
export type GlobalFault = "internal" | "session_expired" | "access_denied";
export interface FaultCodes {
  "*": { internal: 1; session_expired: 5; access_denied: 2 };
  namespace: { not_exists: 101 };
}
export interface FaultData {
  fault: string;
  parameter?: string;
  retry_after?: number;
}
export interface Namespaces {
  readonly namespace: { operation(params?: { id?: number }, options?: object): Promise<unknown> };
}
export interface Builtins {
  login(): Promise<string>;
}
export type JsonValue = string | number | boolean | null | JsonValue[] | { [member: string]: JsonValue };
export const paths = { namespace: { operation: "namespace.operation" } } as const;
export const callsAtOnce = 100;
export const version = "1.0.0";
export type PagedOperation = keyof Operations;
