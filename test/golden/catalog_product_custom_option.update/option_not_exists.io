// The option is checked first.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_custom_option.update",[99,{},"nope"]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":105,"message":"…","data":{"fault":"option_not_exists","resource":"catalog_product_custom_option","parameter":"optionId"}}}
