// Within a group of types the rest stays. Without values, an option loses their prices; limits are removed with the type.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_custom_option.update",[2,{"type":"area"}]]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_custom_option.info",[2]]}
<< {"jsonrpc":"2.0","id":2,"result":{"title":"Greeting","type":"area","is_require":false,"sort_order":2,"additional_fields":[{"price":1.5,"price_type":"fixed","sku":"CARD","max_characters":120}]}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_custom_option.update",[2,{"type":"file","additional_fields":[{"file_extension":"png","image_size_x":10}]}]]}
<< {"jsonrpc":"2.0","id":3,"result":true}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_custom_option.info",[2]]}
<< {"jsonrpc":"2.0","id":4,"result":{"title":"Greeting","type":"file","is_require":false,"sort_order":2,"additional_fields":[{"price":1.5,"price_type":"fixed","sku":"CARD","file_extension":"png","image_size_x":10,"image_size_y":null}]}}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_product_custom_option.update",[2,{"type":"date"}]]}
<< {"jsonrpc":"2.0","id":5,"result":true}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","catalog_product_custom_option.info",[2]]}
<< {"jsonrpc":"2.0","id":6,"result":{"title":"Greeting","type":"date","is_require":false,"sort_order":2,"additional_fields":[{"price":1.5,"price_type":"fixed","sku":"CARD"}]}}
>> {"jsonrpc":"2.0","id":7,"method":"call","params":["$session","catalog_product_custom_option.update",[1,{"type":"checkbox","additional_fields":[{"value_id":1,"price":1}]}]]}
<< {"jsonrpc":"2.0","id":7,"result":true}
>> {"jsonrpc":"2.0","id":8,"method":"call","params":["$session","catalog_product_custom_option.info",[1]]}
<< {"jsonrpc":"2.0","id":8,"result":{"title":"Paper","type":"checkbox","is_require":true,"sort_order":1,"additional_fields":[{"value_id":1,"title":"Brown paper","price":1,"price_type":"fixed","sku":null,"sort_order":1},{"value_id":2,"title":"Marbled paper","price":20,"price_type":"percent","sku":"MRB","sort_order":2}]}}
>> {"jsonrpc":"2.0","id":9,"method":"call","params":["$session","catalog_product_custom_option.update",[1,{"type":"field"}]]}
<< {"jsonrpc":"2.0","id":9,"result":true}
>> {"jsonrpc":"2.0","id":10,"method":"call","params":["$session","catalog_product_custom_option.info",[1]]}
<< {"jsonrpc":"2.0","id":10,"result":{"title":"Paper","type":"field","is_require":true,"sort_order":1,"additional_fields":[{"price":0,"price_type":"fixed","sku":null,"max_characters":null}]}}
>> {"jsonrpc":"2.0","id":11,"method":"call","params":["$session","catalog_product_custom_option_value.list",[1]]}
<< {"jsonrpc":"2.0","id":11,"error":{"code":104,"message":"…","data":{"fault":"invalid_option_type","resource":"catalog_product_custom_option_value","parameter":"optionId"}}}
