// The product is checked before the data.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_attribute_media.create",[99,{}]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":101,"message":"…","data":{"fault":"product_not_exists","resource":"catalog_product_attribute_media","parameter":"productId"}}}
