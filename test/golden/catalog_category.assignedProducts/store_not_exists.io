// An unknown store.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_category.assignedProducts",[2,"nope"]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":100,"message":"…","data":{"fault":"store_not_exists","resource":"catalog_category","parameter":"store"}}}
