// Only by ID, and before the store view.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_tag.list",[999,"nope"]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":102,"message":"…","data":{"fault":"product_not_exists","resource":"catalog_product_tag","parameter":"productId"}}}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_tag.list",["mug-01","nope"]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":102,"message":"…","data":{"fault":"product_not_exists","resource":"catalog_product_tag","parameter":"productId"}}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_tag.list",["1 abc","nope"]]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":102,"message":"…","data":{"fault":"product_not_exists","resource":"catalog_product_tag","parameter":"productId"}}}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_tag.list",[true,"nope"]]}
<< {"jsonrpc":"2.0","id":4,"error":{"code":102,"message":"…","data":{"fault":"product_not_exists","resource":"catalog_product_tag","parameter":"productId"}}}
