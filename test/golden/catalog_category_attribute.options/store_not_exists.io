// The store view is checked first.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_category_attribute.options",["nope","nope"]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":100,"message":"…","data":{"fault":"store_not_exists","resource":"catalog_category_attribute","parameter":"store"}}}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_category_attribute.options",["is_active",99]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":100,"message":"…","data":{"fault":"store_not_exists","resource":"catalog_category_attribute","parameter":"store"}}}
