// A product cannot be removed twice.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.create",["simple",4,"mug",{"name":"mug","category_ids":[2]}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_category.removeProduct",[2,1]]}
<< {"jsonrpc":"2.0","id":2,"result":true}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_category.removeProduct",[2,1]]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":106,"message":"…","data":{"fault":"product_not_assigned","resource":"catalog_category","parameter":"productId"}}}
