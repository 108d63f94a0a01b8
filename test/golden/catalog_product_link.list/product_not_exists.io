// A SKU needs its identifierType.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_link.list",["related",999]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":101,"message":"…","data":{"fault":"product_not_exists","resource":"catalog_product_link","parameter":"product"}}}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_link.list",["related","mug-01"]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":101,"message":"…","data":{"fault":"product_not_exists","resource":"catalog_product_link","parameter":"product"}}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_link.list",["grouped","nope","sku"]]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":101,"message":"…","data":{"fault":"product_not_exists","resource":"catalog_product_link","parameter":"product"}}}
