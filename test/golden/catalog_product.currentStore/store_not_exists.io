// An unknown store is not stored in the session.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.currentStore",["nope"]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":100,"message":"…","data":{"fault":"store_not_exists","resource":"catalog_product","parameter":"store"}}}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product.currentStore",[true]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":100,"message":"…","data":{"fault":"store_not_exists","resource":"catalog_product","parameter":"store"}}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product.currentStore",[null]]}
<< {"jsonrpc":"2.0","id":3,"result":0}
