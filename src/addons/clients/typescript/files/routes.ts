/**
 * Replaces the code that is generated from the contract, so that control.ts in this folder can be
 * type-checked.
 */
export interface ControlClient {
  resetShop(params?: object): Promise<void>;
}
export const routes: Readonly<Record<string, Route>> = {};
export interface Route {
  readonly method: string;
  /** Names in braces are parameters. */
  readonly path: string;
  readonly query?: readonly string[];
  readonly body?: true;
  /** The answer is a stream of server-sent events. */
  readonly stream?: true;
}
