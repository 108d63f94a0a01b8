// The same fault answers a failing storage.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_category.create",[2,{"name":"A"}]]}
<< {"jsonrpc":"2.0","id":1,"result":3}
>> POST /control/faults {"operation":"catalog_category.delete","fault":"not_deleted"}
<< 201
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_category.delete",3]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":105,"message":"…","data":{"fault":"not_deleted","resource":"catalog_category"}}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_category.delete",3]}
<< {"jsonrpc":"2.0","id":3,"result":true}
