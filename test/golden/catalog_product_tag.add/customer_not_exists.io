// Checked before the store view.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_tag.add",[{"tag":"x","product_id":2,"customer_id":999,"store":"nope"}]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":103,"message":"…","data":{"fault":"customer_not_exists","resource":"catalog_product_tag","parameter":"data.customer_id"}}}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_tag.add",[{"tag":"x","product_id":2,"customer_id":"anna.becker@example.com","store":"nope"}]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":103,"message":"…","data":{"fault":"customer_not_exists","resource":"catalog_product_tag","parameter":"data.customer_id"}}}
