// A value can be removed once.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_custom_option_value.remove",[2]]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_custom_option_value.remove",[2]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":101,"message":"…","data":{"fault":"value_not_exists","resource":"catalog_product_custom_option_value","parameter":"valueId"}}}
