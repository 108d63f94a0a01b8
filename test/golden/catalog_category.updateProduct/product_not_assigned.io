// Then the assignment, before the position.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.create",["simple",4,"mug",{"name":"mug"}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_category.updateProduct",[2,1,"x"]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":106,"message":"…","data":{"fault":"product_not_assigned","resource":"catalog_category","parameter":"productId"}}}
