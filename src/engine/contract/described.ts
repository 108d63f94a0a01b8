/** What an operation of openapi.yaml is given and answers, by the types that openapi-typescript makes of it. */

/** An operation as generated/rest.ts has it. */
export interface Described {
  readonly parameters: object;
  readonly responses: object;
}

/** The parameters of a place: `path`, `query` or `header`. */
export type ParametersOf<
  Operation extends Described,
  Place extends string,
> = Operation["parameters"] extends {
  readonly [Key in Place]?: infer Parameters;
}
  ? NonNullable<Parameters>
  : never;

/** The body of a request; undefined as well where it may be left out. */
export type BodyOf<Operation> = Operation extends { requestBody: JsonContent<infer Body> }
  ? Body
  : Operation extends { requestBody?: JsonContent<infer Body> }
    ? Body | undefined
    : undefined;

interface JsonContent<Body> {
  readonly content: { "application/json": Body };
}

export type StatusOf<Operation extends Described> = keyof Operation["responses"];

/** What is answered with a status; `never` where that has no body. */
export type AnswerOf<
  Operation extends Described,
  Status extends StatusOf<Operation>,
> = Operation["responses"][Status] extends { content: { "application/json": infer Body } } ? Body : never;

/** The headers that the contract names for a status. */
export type HeadersOf<
  Operation extends Described,
  Status extends StatusOf<Operation>,
> = Operation["responses"][Status] extends { headers: infer Headers }
  ? keyof { [Name in keyof Headers as string extends Name ? never : Name]: true }
  : never;
