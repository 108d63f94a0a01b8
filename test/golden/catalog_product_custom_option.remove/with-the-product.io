// Options are deleted with their product.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.delete",[49]]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_custom_option.info",[1]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":105,"message":"…","data":{"fault":"option_not_exists","resource":"catalog_product_custom_option","parameter":"optionId"}}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_custom_option_value.info",[2]]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":101,"message":"…","data":{"fault":"value_not_exists","resource":"catalog_product_custom_option_value","parameter":"valueId"}}}
