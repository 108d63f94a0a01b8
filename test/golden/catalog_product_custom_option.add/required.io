// A required option makes required_options 1, and its removal 0.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_custom_option.add",[1,{"title":"Handle","type":"radio","is_require":"1","sort_order":"2","additional_fields":[{"title":"right"},{"title":"left","price":-0.5,"price_type":"fixed"}]}]]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_custom_option.info",[3]]}
<< {"jsonrpc":"2.0","id":2,"result":{"title":"Handle","type":"radio","is_require":true,"sort_order":2,"additional_fields":[{"value_id":4,"title":"left","price":-0.5,"price_type":"fixed","sku":null,"sort_order":0},{"value_id":3,"title":"right","price":0,"price_type":"fixed","sku":null,"sort_order":0}]}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product.info",[1,null,["has_options","required_options"]]]}
<< {"jsonrpc":"2.0","id":3,"result":{"product_id":1,"sku":"mug-01","set":4,"type":"simple","categories":[3,5],"websites":[1,2],"required_options":1,"has_options":1}}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_custom_option.remove",[3]]}
<< {"jsonrpc":"2.0","id":4,"result":true}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_product.info",[1,null,["has_options","required_options"]]]}
<< {"jsonrpc":"2.0","id":5,"result":{"product_id":1,"sku":"mug-01","set":4,"type":"simple","categories":[3,5],"websites":[1,2],"required_options":0,"has_options":0}}
