// The store is checked first.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_attribute.options",["nope",99]]}
<< {"jsonrpc":"2.0","error":{"code":100,"message":"…","data":{"fault":"store_not_exists","resource":"catalog_product_attribute","parameter":"store"}},"id":1}
