// An unknown product, and a SKU without its type.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.create",["simple",4,"mug",{"name":"Mug"}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_attribute_media.items",[99]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":101,"message":"…","data":{"fault":"product_not_exists","resource":"catalog_product_attribute_media","parameter":"productId"}}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_attribute_media.items",["mug"]]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":101,"message":"…","data":{"fault":"product_not_exists","resource":"catalog_product_attribute_media","parameter":"productId"}}}
