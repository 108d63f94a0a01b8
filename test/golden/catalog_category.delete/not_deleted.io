// The tree root and the root categories of stores cannot be deleted.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_category.delete",1]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":105,"message":"…","data":{"fault":"not_deleted","resource":"catalog_category","parameter":"categoryId"}}}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_category.delete",2]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":105,"message":"…","data":{"fault":"not_deleted","resource":"catalog_category","parameter":"categoryId"}}}
