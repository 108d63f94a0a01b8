// Values with all members, and with only a title. An empty list adds nothing.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_custom_option_value.add",[1,[{"title":"<i>Linen","price":"4","price_type":"fixed","sku":"LIN","sort_order":3},{"title":"Silk"}]]]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_custom_option_value.add",[1,[]]]}
<< {"jsonrpc":"2.0","id":2,"result":true}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_custom_option_value.list",[1]]}
<< {"jsonrpc":"2.0","id":3,"result":[{"value_id":1,"title":"Brown paper","price":0,"price_type":"fixed","sku":null,"sort_order":1},{"value_id":2,"title":"Marbled paper","price":20,"price_type":"percent","sku":"MRB","sort_order":2},{"value_id":3,"title":"Linen","price":4,"price_type":"fixed","sku":"LIN","sort_order":3},{"value_id":4,"title":"Silk","price":0,"price_type":"fixed","sku":null,"sort_order":0}]}
