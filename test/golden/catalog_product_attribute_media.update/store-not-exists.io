// The store is checked first.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_attribute_media.update",[99,"/x",{},"nope"]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":100,"message":"…","data":{"fault":"store_not_exists","resource":"catalog_product_attribute_media","parameter":"store"}}}
