// Only by ID; checked before the customer.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_tag.add",[{"tag":"x","product_id":999,"customer_id":999,"store":"nope"}]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":102,"message":"…","data":{"fault":"product_not_exists","resource":"catalog_product_tag","parameter":"data.product_id"}}}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_tag.add",[{"tag":"x","product_id":"mug-01","customer_id":999,"store":"nope"}]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":102,"message":"…","data":{"fault":"product_not_exists","resource":"catalog_product_tag","parameter":"data.product_id"}}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_tag.add",[{"tag":"x","product_id":[1],"customer_id":999,"store":"nope"}]]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":102,"message":"…","data":{"fault":"product_not_exists","resource":"catalog_product_tag","parameter":"data.product_id"}}}
