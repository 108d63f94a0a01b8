// An unknown store, and a store of another website.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_category.level",["base","nope",999]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":100,"message":"…","data":{"fault":"store_not_exists","resource":"catalog_category","parameter":"store"}}}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_category.level",["base","second_default"]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":100,"message":"…","data":{"fault":"store_not_exists","resource":"catalog_category","parameter":"store"}}}
