/** The texts of a product or category of the sample shop in one language. */
export interface Texts {
  readonly name: string;
  readonly short?: string;
  readonly text?: string;
}
