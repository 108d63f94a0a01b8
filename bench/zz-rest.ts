import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { measure, post, get } from "./load.js";
import { startBare } from "./processes.js";
const child = spawn(process.execPath, ["dist-zz/src/main.js", "--port", "0", "--storage", "memory:", "--dataset", process.env.DS ?? "sample", "--log-format", "json"], { stdio: ["ignore", "pipe", "ignore"] });
let port = 0;
for await (const line of createInterface({ input: child.stdout! })) { const m = /127\.0\.0\.1:(\d+)/.exec(line); if (m) { port = Number(m[1]); break; } }
child.stdout!.resume();
const r = await (await fetch(`http://127.0.0.1:${port}/api/jsonrpc`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "login", params: ["admin", "admin123"] }) })).json() as any;
const session = r.result;
const req = (path: string, accept: string, auth: string) => Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${auth}\r\nAccept: ${accept}\r\n\r\n`);
const basic = "Basic " + Buffer.from("admin:admin123").toString("base64");
const cases: [string, Buffer][] = [
  ["json bearer", req("/api/rest/customers/1", "application/json", `Bearer ${session}`)],
  ["xml bearer", req("/api/rest/customers/1", "application/xml", `Bearer ${session}`)],
  ["json basic", req("/api/rest/customers/1", "application/json", basic)],
  ["xml basic", req("/api/rest/customers/1", "application/xml", basic)],
];
const extra = process.env.EXTRA ? JSON.parse(process.env.EXTRA) as string[] : [];
for (const p of extra) cases.push([p, req(p, "application/json", `Bearer ${session}`)]);
import { readFileSync } from "node:fs";
const cpu = (pid: number) => { const f = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" "); return (Number(f[11]) + Number(f[12])) * 10000; };
for (const [name, request] of cases) {
  const { sample } = await measure({ port, connections: 1, seconds: 0.05, request: () => request });
  const bare = await startBare(Buffer.byteLength(sample));
  const ratios: string[] = [];
  for (let i = 0; i < 3; i++) {
    const b0 = cpu(bare.process.pid!);
    const b = await measure({ port: bare.port, connections: 16, seconds: 1, request: () => get });
    const b1 = cpu(bare.process.pid!), s0 = cpu(child.pid!);
    const s = await measure({ port, connections: 16, seconds: 1, request: () => request });
    const s1 = cpu(child.pid!);
    const bu = (b1 - b0) / b.requestsPerSecond, su = (s1 - s0) / s.requestsPerSecond;
    ratios.push(`cpu ${su.toFixed(1)}us/${bu.toFixed(1)}us=${(bu/su).toFixed(2)} ` + `${(s.requestsPerSecond / b.requestsPerSecond).toFixed(2)} (${s.requestsPerSecond.toFixed(0)}/${b.requestsPerSecond.toFixed(0)} err ${s.errors})`);
  }
  console.log(name, Buffer.byteLength(sample), ratios.join("  "));
  await bare.stop();
}
child.kill();
