// Only the product with the link must exist.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_link.remove",["related",999,1]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":101,"message":"…","data":{"fault":"product_not_exists","resource":"catalog_product_link","parameter":"product"}}}
