// An unknown store view changes nothing.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_attribute.currentStore",["german"]]}
<< {"jsonrpc":"2.0","id":1,"result":3}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_attribute.currentStore",["nope"]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":100,"message":"…","data":{"fault":"store_not_exists","resource":"catalog_product_attribute","parameter":"store"}}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_attribute.currentStore",[true]]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":100,"message":"…","data":{"fault":"store_not_exists","resource":"catalog_product_attribute","parameter":"store"}}}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_attribute.currentStore",[]]}
<< {"jsonrpc":"2.0","id":4,"result":3}
