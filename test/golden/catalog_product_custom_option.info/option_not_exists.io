// The option is checked before the store view.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_custom_option.info",[99,"nope"]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":105,"message":"…","data":{"fault":"option_not_exists","resource":"catalog_product_custom_option","parameter":"optionId"}}}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_custom_option.info",[0]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":105,"message":"…","data":{"fault":"option_not_exists","resource":"catalog_product_custom_option","parameter":"optionId"}}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_custom_option.info",["1 abc"]]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":105,"message":"…","data":{"fault":"option_not_exists","resource":"catalog_product_custom_option","parameter":"optionId"}}}
