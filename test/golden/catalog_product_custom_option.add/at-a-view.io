// The title becomes the default and the title of the view; so does the price for its website.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_custom_option.add",[1,{"title":"Gravur","type":"area","additional_fields":[{"price":2}]},"german"]]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_custom_option.info",[3,"german"]]}
<< {"jsonrpc":"2.0","id":2,"result":{"title":"Gravur","type":"area","is_require":false,"sort_order":0,"additional_fields":[{"price":2,"price_type":"fixed","sku":null,"max_characters":null}]}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_custom_option.info",[3]]}
<< {"jsonrpc":"2.0","id":3,"result":{"title":"Gravur","type":"area","is_require":false,"sort_order":0,"additional_fields":[{"price":2,"price_type":"fixed","sku":null,"max_characters":null}]}}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_custom_option.update",[3,{"title":"Engraving"},"admin"]]}
<< {"jsonrpc":"2.0","id":4,"result":true}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_product_custom_option.info",[3,"second_default"]]}
<< {"jsonrpc":"2.0","id":5,"result":{"title":"Engraving","type":"area","is_require":false,"sort_order":0,"additional_fields":[{"price":2,"price_type":"fixed","sku":null,"max_characters":null}]}}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","catalog_product_custom_option.info",[3,"german"]]}
<< {"jsonrpc":"2.0","id":6,"result":{"title":"Gravur","type":"area","is_require":false,"sort_order":0,"additional_fields":[{"price":2,"price_type":"fixed","sku":null,"max_characters":null}]}}
