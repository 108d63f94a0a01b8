// Nothing is stored: neither the tag nor its use.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_tag.add",[{"tag":"x","product_id":2,"customer_id":1,"store":"nope"}]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":101,"message":"…","data":{"fault":"store_not_exists","resource":"catalog_product_tag","parameter":"data.store"}}}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_tag.list",[2]]}
<< {"jsonrpc":"2.0","id":2,"result":{}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_tag.add",[{"tag":"y","product_id":2,"customer_id":1,"store":"default"}]]}
<< {"jsonrpc":"2.0","id":3,"result":{"y":2}}
