// The store view is checked first.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_custom_option.list",[999,"nope"]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":104,"message":"…","data":{"fault":"store_not_exists","resource":"catalog_product_custom_option","parameter":"store"}}}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_custom_option.list",[49,99]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":104,"message":"…","data":{"fault":"store_not_exists","resource":"catalog_product_custom_option","parameter":"store"}}}
