/** Stands in for what is generated from the contract, so that control.ts beside is checked as it is edited. */
export interface ControlClient {
  resetShop(params?: object): Promise<void>;
}
export const routes: Readonly<Record<string, Route>> = {};
export interface Route {
  readonly method: string;
  /** Names in braces stand for parameters. */
  readonly path: string;
  readonly query?: readonly string[];
  readonly body?: true;
  /** The answer is a stream of server-sent events. */
  readonly stream?: true;
}
