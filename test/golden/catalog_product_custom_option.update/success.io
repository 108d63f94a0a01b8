// Only the members given change.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_custom_option.update",[2,{"additional_fields":[{"price":9}]}]]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_custom_option.info",[2]]}
<< {"jsonrpc":"2.0","id":2,"result":{"title":"Greeting","type":"field","is_require":false,"sort_order":2,"additional_fields":[{"price":9,"price_type":"fixed","sku":"CARD","max_characters":120}]}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_custom_option.update",[2,{"title":"Message","is_require":true,"sort_order":0,"additional_fields":[{"sku":"","max_characters":0,"price_type":"percent"}]}]]}
<< {"jsonrpc":"2.0","id":3,"result":true}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_custom_option.info",[2]]}
<< {"jsonrpc":"2.0","id":4,"result":{"title":"Message","type":"field","is_require":true,"sort_order":0,"additional_fields":[{"price":9,"price_type":"percent","sku":null,"max_characters":0}]}}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_product_custom_option.update",[2,{}]]}
<< {"jsonrpc":"2.0","id":5,"result":true}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","catalog_product_custom_option.list",[49]]}
<< {"jsonrpc":"2.0","id":6,"result":[{"option_id":2,"title":"Message","type":"field","is_require":true,"sort_order":0},{"option_id":1,"title":"Paper","type":"drop_down","is_require":true,"sort_order":1}]}
