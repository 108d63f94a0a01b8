/**
 * Runs before the tests of a file are collected, so that a kept thread does not use the mutant of the
 * previous run.
 */
const { __stryker__ } = globalThis as { __stryker__?: { activeMutant?: string | undefined } };
if (__stryker__) __stryker__.activeMutant = undefined;
