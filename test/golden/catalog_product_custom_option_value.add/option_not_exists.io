// The option is checked before the data.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_custom_option_value.add",[99,"x"]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":103,"message":"…","data":{"fault":"option_not_exists","resource":"catalog_product_custom_option_value","parameter":"optionId"}}}
