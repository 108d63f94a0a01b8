// The category is checked before the data.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_category.update",[999,[1]]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":102,"message":"…","data":{"fault":"not_exists","resource":"catalog_category","parameter":"categoryId"}}}
