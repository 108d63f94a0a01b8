// A text has no values.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_custom_option_value.list",[2]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":104,"message":"…","data":{"fault":"invalid_option_type","resource":"catalog_product_custom_option_value","parameter":"optionId"}}}
