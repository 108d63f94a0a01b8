/** Before the tests of a file are collected: a kept thread must not go on with the mutant of the run before. */
const { __stryker__ } = globalThis as { __stryker__?: { activeMutant?: string | undefined } };
if (__stryker__) __stryker__.activeMutant = undefined;
