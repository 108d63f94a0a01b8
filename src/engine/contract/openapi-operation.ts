/** Types of the requests and responses of an operation in openapi.yaml, from the types that openapi-typescript generates. */

/** An operation in generated/rest.ts. */
export interface OpenapiOperation {
  readonly parameters: object;
  readonly responses: object;
}

/** The parameters in `path`, `query` or `header`. */
export type ParametersOf<
  Operation extends OpenapiOperation,
  Place extends string,
> = Operation["parameters"] extends {
  readonly [Name in Place]?: infer Parameters;
}
  ? NonNullable<Parameters>
  : never;

/** The body of a request; may be undefined if it is optional. */
export type RequestBodyOf<Operation> = Operation extends { requestBody: JsonContent<infer Body> }
  ? Body
  : Operation extends { requestBody?: JsonContent<infer Body> }
    ? Body | undefined
    : undefined;

interface JsonContent<Body> {
  readonly content: { "application/json": Body };
}

export type ResponseStatusOf<Operation extends OpenapiOperation> = keyof Operation["responses"];

/** The body of a response with a status; `never` if it has none. */
export type ResponseBodyOf<
  Operation extends OpenapiOperation,
  Status extends ResponseStatusOf<Operation>,
> = Operation["responses"][Status] extends { content: { "application/json": infer Body } } ? Body : never;

/** The headers that the contract declares for a status. */
export type ResponseHeadersOf<
  Operation extends OpenapiOperation,
  Status extends ResponseStatusOf<Operation>,
> = Operation["responses"][Status] extends { headers: infer Headers }
  ? keyof { [Name in keyof Headers as string extends Name ? never : Name]: true }
  : never;
