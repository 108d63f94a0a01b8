// At store 0 the store members repeat the default ones; at a view they are its own values.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_custom_option_value.info",[2]]}
<< {"jsonrpc":"2.0","id":1,"result":{"value_id":2,"option_id":1,"sku":"MRB","sort_order":2,"default_title":"Marbled paper","store_title":"Marbled paper","title":"Marbled paper","default_price":20,"default_price_type":"percent","store_price":20,"store_price_type":"percent","price":20,"price_type":"percent"}}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_custom_option_value.info",[2,"german"]]}
<< {"jsonrpc":"2.0","id":2,"result":{"value_id":2,"option_id":1,"sku":"MRB","sort_order":2,"default_title":"Marbled paper","store_title":"Marmorpapier","title":"Marmorpapier","default_price":20,"default_price_type":"percent","store_price":null,"store_price_type":null,"price":20,"price_type":"percent"}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_custom_option_value.info",[2,"default"]]}
<< {"jsonrpc":"2.0","id":3,"result":{"value_id":2,"option_id":1,"sku":"MRB","sort_order":2,"default_title":"Marbled paper","store_title":null,"title":"Marbled paper","default_price":20,"default_price_type":"percent","store_price":null,"store_price_type":null,"price":20,"price_type":"percent"}}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_custom_option_value.update",[2,{"title":"Marmorpapier","price":1,"price_type":"fixed"},"german"]]}
<< {"jsonrpc":"2.0","id":4,"result":true}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_product_custom_option_value.info",[2,"default"]]}
<< {"jsonrpc":"2.0","id":5,"result":{"value_id":2,"option_id":1,"sku":"MRB","sort_order":2,"default_title":"Marbled paper","store_title":null,"title":"Marbled paper","default_price":20,"default_price_type":"percent","store_price":1,"store_price_type":"fixed","price":1,"price_type":"fixed"}}
