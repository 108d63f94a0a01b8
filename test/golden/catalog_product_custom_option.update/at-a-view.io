// A title belongs to the view, a price to its website; the other members are the same everywhere.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_custom_option.update",[2,{"title":"Karte","sort_order":7,"is_require":true,"additional_fields":[{"price":2,"sku":"KARTE"}]},"german"]]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_custom_option.info",[2,"german"]]}
<< {"jsonrpc":"2.0","id":2,"result":{"title":"Karte","type":"field","is_require":true,"sort_order":7,"additional_fields":[{"price":2,"price_type":"fixed","sku":"KARTE","max_characters":120}]}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_custom_option.info",[2]]}
<< {"jsonrpc":"2.0","id":3,"result":{"title":"Greeting","type":"field","is_require":true,"sort_order":7,"additional_fields":[{"price":1.5,"price_type":"fixed","sku":"KARTE","max_characters":120}]}}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_custom_option.info",[2,"second_default"]]}
<< {"jsonrpc":"2.0","id":4,"result":{"title":"Greeting","type":"field","is_require":true,"sort_order":7,"additional_fields":[{"price":1.5,"price_type":"fixed","sku":"KARTE","max_characters":120}]}}
