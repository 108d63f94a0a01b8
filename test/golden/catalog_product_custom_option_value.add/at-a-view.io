// Values apply to all views, with the same text as their default title.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_custom_option_value.add",[1,[{"title":"Leinen","price":4}],"german"]]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_custom_option_value.info",[3]]}
<< {"jsonrpc":"2.0","id":2,"result":{"value_id":3,"option_id":1,"sku":null,"sort_order":0,"default_title":"Leinen","store_title":"Leinen","title":"Leinen","default_price":4,"default_price_type":"fixed","store_price":4,"store_price_type":"fixed","price":4,"price_type":"fixed"}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_custom_option_value.info",[3,"german"]]}
<< {"jsonrpc":"2.0","id":3,"result":{"value_id":3,"option_id":1,"sku":null,"sort_order":0,"default_title":"Leinen","store_title":"Leinen","title":"Leinen","default_price":4,"default_price_type":"fixed","store_price":4,"store_price_type":"fixed","price":4,"price_type":"fixed"}}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_custom_option_value.info",[3,"second_default"]]}
<< {"jsonrpc":"2.0","id":4,"result":{"value_id":3,"option_id":1,"sku":null,"sort_order":0,"default_title":"Leinen","store_title":null,"title":"Leinen","default_price":4,"default_price_type":"fixed","store_price":null,"store_price_type":null,"price":4,"price_type":"fixed"}}
