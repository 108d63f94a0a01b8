import { parse } from "yaml"; import { readFileSync } from "node:fs";
const d:any = parse(readFileSync("openapi.yaml","utf8"));
const r:any = JSON.parse(readFileSync("generated/rpc.openapi.json","utf8"));
const o:any = JSON.parse(readFileSync("openrpc.json","utf8"));
for (const [n,doc] of [["openapi",d],["rpc",r],["openrpc",o]] as any) {
  let miss:string[]=[];
  const walk=(x:any,at:string)=>{ if(!x||typeof x!=="object")return; if(x.properties&&!/properties$/.test(at)) for(const [k,m] of Object.entries<any>(x.properties)) { if(typeof m==="object"&&!m.description&&!m.$ref&&!("x-recursive" in m)) miss.push(at+"."+k)}; for(const [k,v] of Object.entries(x)) if(k!=="example"&&k!=="examples") walk(v,at+"/"+k)};
  walk(doc,"#"); console.log(n,miss.length,miss.slice(0,40).join("\n"));
  const emp:string[]=[]; const w2=(x:any,at:string)=>{if(!x||typeof x!=="object")return; if(Array.isArray(x.enum)&&x.enum.includes(""))emp.push(at); for(const [k,v] of Object.entries(x)) w2(v,at+"/"+k)}; w2(doc,"#"); console.log("empty enums",emp.join("\n"));
}
