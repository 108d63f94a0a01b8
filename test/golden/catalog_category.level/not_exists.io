// An unknown category has no children.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_category.level",[null,null,999]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":102,"message":"…","data":{"fault":"not_exists","resource":"catalog_category","parameter":"categoryId"}}}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_category.level",["base",1,0]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":102,"message":"…","data":{"fault":"not_exists","resource":"catalog_category","parameter":"categoryId"}}}
