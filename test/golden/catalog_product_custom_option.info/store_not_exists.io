// An unknown store view.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_custom_option.info",[1,"nope"]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":104,"message":"…","data":{"fault":"store_not_exists","resource":"catalog_product_custom_option","parameter":"store"}}}
