// The product is checked before the image.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_attribute_media.remove",[99,"/x"]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":101,"message":"…","data":{"fault":"product_not_exists","resource":"catalog_product_attribute_media","parameter":"productId"}}}
