/**
 * A client in a separate process that requests /health/live all the time and reports the longest wait to its
 * parent.
 */
import { Agent, get } from "node:http";

const address = process.argv[2] ?? "";
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let longest = 0;
let failures = 0;
let asked = 0;

function ask(): void {
  const started = performance.now();
  const ended = (isAnswered: boolean) => {
    asked += 1;
    if (!isAnswered) failures += 1;
    longest = Math.max(longest, performance.now() - started);
    setTimeout(ask, 10);
  };
  get(`${address}/health/live`, { agent }, (response) => {
    response.resume().once("end", () => ended(response.statusCode === 200));
  }).once("error", () => ended(false));
}

process.on("message", () => {
  process.send?.({ longest, failures, asked });
  [longest, failures, asked] = [0, 0, 0];
});
process.on("disconnect", () => process.exit());
ask();
