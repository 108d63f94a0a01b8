// The storage refuses.
// @dataset sample
>> POST /control/faults {"operation":"catalog_product_link.remove","fault":"not_removed"}
<< 201
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_link.remove",["related",1,2]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":104,"message":"…","data":{"fault":"not_removed","resource":"catalog_product_link"}}}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_link.remove",["related",1,2]]}
<< {"jsonrpc":"2.0","id":2,"result":true}
