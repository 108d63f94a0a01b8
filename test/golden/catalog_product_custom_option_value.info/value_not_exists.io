// The value is checked before the store view.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_custom_option_value.info",[99,"nope"]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":101,"message":"…","data":{"fault":"value_not_exists","resource":"catalog_product_custom_option_value","parameter":"valueId"}}}
