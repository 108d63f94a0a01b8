// The category is checked first.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_category.updateProduct",[999,999]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":102,"message":"…","data":{"fault":"not_exists","resource":"catalog_category","parameter":"categoryId"}}}
