// Category and new parent must exist.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_category.move",[999,2]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":102,"message":"…","data":{"fault":"not_exists","resource":"catalog_category","parameter":"categoryId"}}}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_category.create",[2,{"name":"A"}]]}
<< {"jsonrpc":"2.0","id":2,"result":3}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_category.move",[3,999]]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":102,"message":"…","data":{"fault":"not_exists","resource":"catalog_category","parameter":"parentId"}}}
