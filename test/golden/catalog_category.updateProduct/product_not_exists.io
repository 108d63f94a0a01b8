// Then the product.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_category.updateProduct",[2,999]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":107,"message":"…","data":{"fault":"product_not_exists","resource":"catalog_category","parameter":"productId"}}}
