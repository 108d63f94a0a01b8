// The product is checked before the position; without identifierType only its number counts.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.create",["simple",4,"mug",{"name":"mug"}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_category.assignProduct",[2,999,"x"]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":107,"message":"…","data":{"fault":"product_not_exists","resource":"catalog_category","parameter":"productId"}}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_category.assignProduct",[2,"mug"]]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":107,"message":"…","data":{"fault":"product_not_exists","resource":"catalog_category","parameter":"productId"}}}
