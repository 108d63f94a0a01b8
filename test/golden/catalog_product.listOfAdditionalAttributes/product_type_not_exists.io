// The type is checked first.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.listOfAdditionalAttributes",["",99]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":104,"message":"…","data":{"fault":"product_type_not_exists","resource":"catalog_product","parameter":"productType"}}}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product.listOfAdditionalAttributes",["nope",4]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":104,"message":"…","data":{"fault":"product_type_not_exists","resource":"catalog_product","parameter":"productType"}}}
