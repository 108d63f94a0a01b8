// Invalid values are refused together; category 1 cannot be changed.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_category.create",[2,{"name":"Kitchen"}]]}
<< {"jsonrpc":"2.0","id":1,"result":3}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_category.update",[3,{"name":"","position":-1}]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":103,"message":"…","data":{"fault":"data_invalid","resource":"catalog_category","errors":[{"field":"name","message":"…"},{"field":"position","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_category.update",[1,{"name":"A"}]]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":103,"message":"…","data":{"fault":"data_invalid","resource":"catalog_category","parameter":"categoryId"}}}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_category.update",[3,"A"]]}
<< {"jsonrpc":"2.0","id":4,"error":{"code":103,"message":"…","data":{"fault":"data_invalid","resource":"catalog_category","errors":[{"field":"categoryData","message":"…"}]}}}
