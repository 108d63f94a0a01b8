/** The password of all sample customers and its scrypt hash. The hash is fixed, so that the sample is too. */
export const samplePassword = "sample123";
export const samplePasswordHash =
  "scrypt$32768$8$1$7ChgUtSgkgtf+ZfbXAGKdg==$CXM+kVDq24reBb5FORV9D8f33ShquAvRfnBl1WSGijI=";
