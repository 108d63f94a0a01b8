// The store view is checked before the option.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_custom_option_value.list",[99,"nope"]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":105,"message":"…","data":{"fault":"store_not_exists","resource":"catalog_product_custom_option_value","parameter":"store"}}}
