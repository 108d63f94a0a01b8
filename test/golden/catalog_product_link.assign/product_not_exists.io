// Then the product with the link.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_link.assign",["related",999,999,5]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":101,"message":"…","data":{"fault":"product_not_exists","resource":"catalog_product_link","parameter":"product"}}}
