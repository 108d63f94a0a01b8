// Four workers on few cores may wait for the first answer longer than the limits of vitest.
export default {
  test: { pool: "forks", maxWorkers: 4, minWorkers: 4, testTimeout: 60_000, hookTimeout: 60_000 },
};
