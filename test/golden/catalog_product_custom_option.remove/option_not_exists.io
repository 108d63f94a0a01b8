// An option can be removed once.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_custom_option.remove",[2]]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_custom_option.remove",[2]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":105,"message":"…","data":{"fault":"option_not_exists","resource":"catalog_product_custom_option","parameter":"optionId"}}}
