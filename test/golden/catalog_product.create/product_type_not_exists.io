// The type is checked before the set, and must match exactly.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.create",["nope",99,"a",{"name":"A"}]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":104,"message":"…","data":{"fault":"product_type_not_exists","resource":"catalog_product","parameter":"type"}}}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product.create",["Simple",4,"a",{"name":"A"}]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":104,"message":"…","data":{"fault":"product_type_not_exists","resource":"catalog_product","parameter":"type"}}}
