// The product is checked before the data.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.update",[99,5]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":101,"message":"…","data":{"fault":"product_not_exists","resource":"catalog_product","parameter":"productId"}}}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product.update",["nope",{},null,"sku"]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":101,"message":"…","data":{"fault":"product_not_exists","resource":"catalog_product","parameter":"productId"}}}
