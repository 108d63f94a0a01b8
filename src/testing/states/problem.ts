/** One thing that is wrong, and where: `calls[1].params.productData`, counted from 0. */
export interface DatasetProblem {
  readonly place: string;
  readonly message: string;
}
