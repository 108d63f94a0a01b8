/** The password of all sample customers and its scrypt hashes, which are fixed, so that the sample is too. */
export const samplePassword = "sample123";

/** In `spec/sample.jsonl`: of the cost for data on disk. */
export const samplePasswordHash =
  "scrypt$32768$8$1$7ChgUtSgkgtf+ZfbXAGKdg==$CXM+kVDq24reBb5FORV9D8f33ShquAvRfnBl1WSGijI=";

/** Of the cost for tests in memory, where the first login of a customer would else be the slowest call of a test. */
export const cheapSamplePasswordHash =
  "scrypt$1024$8$1$7ChgUtSgkgtf+ZfbXAGKdg==$Qt8ICm/IAsFnPnaVzXNDs38BUZEqpk28jFhTH4npd6E=";
