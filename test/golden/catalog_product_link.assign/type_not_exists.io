// The type is checked first.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_link.assign",["Related",999,999,5]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":100,"message":"…","data":{"fault":"type_not_exists","resource":"catalog_product_link","parameter":"type"}}}
