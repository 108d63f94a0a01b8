import { parse } from "yaml"; import { readFileSync } from "node:fs";
const d:any = parse(readFileSync("openapi.yaml","utf8"));
const r:any = JSON.parse(readFileSync("generated/rpc.openapi.json","utf8"));
const o:any = JSON.parse(readFileSync("openrpc.json","utf8"));
for (const [n,doc] of [["openapi",d],["rpc",r],["openrpc",o]] as any) {
  const walk=(x:any,at:string)=>{ if(!x||typeof x!=="object")return; if(!Array.isArray(x)&&x.title&&(x.type==="object"||x.properties)&&!/\/components\/schemas\/[^/]+$/.test(at)&&!("x-recursive" in x)) console.log(n,at,x.title,Object.keys(x.properties??{}).length); for(const [k,v] of Object.entries(x)) if(k!=="example"&&k!=="examples") walk(v,at+"/"+k)};
  walk(doc,"#");
}
