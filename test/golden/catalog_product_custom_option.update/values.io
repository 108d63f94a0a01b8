// Entries with value_id change that value, others add one, and values that are not given stay.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_custom_option.update",[1,{"title":"Wrapping","additional_fields":[{"value_id":2,"price":30},{"title":"Linen","price":4,"sku":"LIN"}]}]]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_custom_option.info",[1]]}
<< {"jsonrpc":"2.0","id":2,"result":{"title":"Wrapping","type":"drop_down","is_require":true,"sort_order":1,"additional_fields":[{"value_id":3,"title":"Linen","price":4,"price_type":"fixed","sku":"LIN","sort_order":0},{"value_id":1,"title":"Brown paper","price":0,"price_type":"fixed","sku":null,"sort_order":1},{"value_id":2,"title":"Marbled paper","price":30,"price_type":"percent","sku":"MRB","sort_order":2}]}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_custom_option_value.list",[1,"german"]]}
<< {"jsonrpc":"2.0","id":3,"result":[{"value_id":1,"title":"Packpapier","price":0,"price_type":"fixed","sku":null,"sort_order":1},{"value_id":2,"title":"Marmorpapier","price":30,"price_type":"percent","sku":"MRB","sort_order":2},{"value_id":3,"title":"Linen","price":4,"price_type":"fixed","sku":"LIN","sort_order":0}]}
