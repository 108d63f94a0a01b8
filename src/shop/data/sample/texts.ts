/** What a product or category of the sample shop says in one language. */
export interface Texts {
  readonly name: string;
  readonly short?: string;
  readonly text?: string;
}
