// The type is checked before the product.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_link.list",["nope",999]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":100,"message":"…","data":{"fault":"type_not_exists","resource":"catalog_product_link","parameter":"type"}}}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_link.list",[4,1]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":100,"message":"…","data":{"fault":"type_not_exists","resource":"catalog_product_link","parameter":"type"}}}
