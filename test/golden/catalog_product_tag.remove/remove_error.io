// The storage refuses.
// @dataset sample
>> POST /control/faults {"operation":"catalog_product_tag.remove","fault":"remove_error"}
<< 201
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_tag.remove",[1]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":107,"message":"…","data":{"fault":"remove_error","resource":"catalog_product_tag"}}}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_tag.remove",[1]]}
<< {"jsonrpc":"2.0","id":2,"result":true}
