// Neither an unknown code nor an unknown ID is a store.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_category.currentStore",["nope"]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":100,"message":"…","data":{"fault":"store_not_exists","resource":"catalog_category","parameter":"store"}}}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_category.currentStore",[99]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":100,"message":"…","data":{"fault":"store_not_exists","resource":"catalog_category","parameter":"store"}}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_category.currentStore",[true]]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":100,"message":"…","data":{"fault":"store_not_exists","resource":"catalog_category","parameter":"store"}}}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_category.currentStore",[null]]}
<< {"jsonrpc":"2.0","id":4,"result":0}
