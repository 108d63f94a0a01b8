// The last value stays, whether the option is required or not.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_custom_option_value.remove",[2]]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_custom_option_value.remove",[1]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":109,"message":"…","data":{"fault":"cant_delete_last_value","resource":"catalog_product_custom_option_value","parameter":"valueId"}}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_custom_option.update",[1,{"is_require":false,"additional_fields":[{"value_id":1,"price":0}]}]]}
<< {"jsonrpc":"2.0","id":3,"result":true}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_custom_option_value.remove",[1]]}
<< {"jsonrpc":"2.0","id":4,"error":{"code":109,"message":"…","data":{"fault":"cant_delete_last_value","resource":"catalog_product_custom_option_value","parameter":"valueId"}}}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_product_custom_option_value.list",[1]]}
<< {"jsonrpc":"2.0","id":5,"result":[{"value_id":1,"title":"Brown paper","price":0,"price_type":"fixed","sku":null,"sort_order":1}]}
