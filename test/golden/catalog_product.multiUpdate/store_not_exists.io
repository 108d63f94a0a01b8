// The store is checked before the data.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.multiUpdate",[[99],5,"nope"]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":100,"message":"…","data":{"fault":"store_not_exists","resource":"catalog_product","parameter":"store"}}}
