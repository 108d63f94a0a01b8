// The category is checked before the store.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_category.assignedProducts",[999,"nope"]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":102,"message":"…","data":{"fault":"not_exists","resource":"catalog_category","parameter":"categoryId"}}}
