export default { test: { pool: "forks", maxWorkers: 4, minWorkers: 4 } };
