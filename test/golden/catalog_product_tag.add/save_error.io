// The storage refuses.
// @dataset sample
>> POST /control/faults {"operation":"catalog_product_tag.add","fault":"save_error"}
<< 201
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_tag.add",[{"tag":"x","product_id":2,"customer_id":1,"store":"default"}]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":106,"message":"…","data":{"fault":"save_error","resource":"catalog_product_tag"}}}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_tag.add",[{"tag":"x","product_id":2,"customer_id":1,"store":"default"}]]}
<< {"jsonrpc":"2.0","id":2,"result":{"x":2}}
