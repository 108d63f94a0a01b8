// One entry for each value, or a single one for options without values.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_custom_option.info",[1]]}
<< {"jsonrpc":"2.0","id":1,"result":{"title":"Paper","type":"drop_down","is_require":true,"sort_order":1,"additional_fields":[{"value_id":1,"title":"Brown paper","price":0,"price_type":"fixed","sku":null,"sort_order":1},{"value_id":2,"title":"Marbled paper","price":20,"price_type":"percent","sku":"MRB","sort_order":2}]}}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_custom_option.info",[2,"german"]]}
<< {"jsonrpc":"2.0","id":2,"result":{"title":"Gruß","type":"field","is_require":false,"sort_order":2,"additional_fields":[{"price":1.5,"price_type":"fixed","sku":"CARD","max_characters":120}]}}
