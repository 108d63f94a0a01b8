// Unknown views, the technical view, and a code in another case.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","core_store.info",[99]]}
<< {"jsonrpc":"2.0","error":{"code":100,"message":"…","data":{"fault":"store_not_exists","resource":"core_store","parameter":"storeId"}},"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","core_store.info",[0]]}
<< {"jsonrpc":"2.0","error":{"code":100,"message":"…","data":{"fault":"store_not_exists","resource":"core_store","parameter":"storeId"}},"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","core_store.info",["admin"]]}
<< {"jsonrpc":"2.0","error":{"code":100,"message":"…","data":{"fault":"store_not_exists","resource":"core_store","parameter":"storeId"}},"id":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","core_store.info",[""]]}
<< {"jsonrpc":"2.0","error":{"code":100,"message":"…","data":{"fault":"store_not_exists","resource":"core_store","parameter":"storeId"}},"id":4}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","core_store.info",["German"]]}
<< {"jsonrpc":"2.0","error":{"code":100,"message":"…","data":{"fault":"store_not_exists","resource":"core_store","parameter":"storeId"}},"id":5}
