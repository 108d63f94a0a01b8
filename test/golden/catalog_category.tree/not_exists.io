// An unknown category has no tree.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_category.tree",[999]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":102,"message":"…","data":{"fault":"not_exists","resource":"catalog_category","parameter":"parentId"}}}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_category.tree",["x"]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":102,"message":"…","data":{"fault":"not_exists","resource":"catalog_category","parameter":"parentId"}}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_category.tree",[0]]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":102,"message":"…","data":{"fault":"not_exists","resource":"catalog_category","parameter":"parentId"}}}
