// The values are removed with the option.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_custom_option.remove",[1]]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_custom_option.list",[49]]}
<< {"jsonrpc":"2.0","id":2,"result":[{"option_id":2,"title":"Greeting","type":"field","is_require":false,"sort_order":2}]}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_custom_option_value.info",[1]]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":101,"message":"…","data":{"fault":"value_not_exists","resource":"catalog_product_custom_option_value","parameter":"valueId"}}}
