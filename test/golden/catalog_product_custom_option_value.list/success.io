// Values by ID, with the titles of the view; the alias is equivalent.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_custom_option_value.list",[1]]}
<< {"jsonrpc":"2.0","id":1,"result":[{"value_id":1,"title":"Brown paper","price":0,"price_type":"fixed","sku":null,"sort_order":1},{"value_id":2,"title":"Marbled paper","price":20,"price_type":"percent","sku":"MRB","sort_order":2}]}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","product_custom_option_value.list",[1,"german"]]}
<< {"jsonrpc":"2.0","id":2,"result":[{"value_id":1,"title":"Packpapier","price":0,"price_type":"fixed","sku":null,"sort_order":1},{"value_id":2,"title":"Marmorpapier","price":20,"price_type":"percent","sku":"MRB","sort_order":2}]}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_custom_option_value.add",[1,[{"title":"First in order","sort_order":0}]]]}
<< {"jsonrpc":"2.0","id":3,"result":true}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_custom_option_value.list",[1]]}
<< {"jsonrpc":"2.0","id":4,"result":[{"value_id":1,"title":"Brown paper","price":0,"price_type":"fixed","sku":null,"sort_order":1},{"value_id":2,"title":"Marbled paper","price":20,"price_type":"percent","sku":"MRB","sort_order":2},{"value_id":3,"title":"First in order","price":0,"price_type":"fixed","sku":null,"sort_order":0}]}
