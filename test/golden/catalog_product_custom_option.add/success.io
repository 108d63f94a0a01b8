// Title, price and SKU of a text; tags are removed. The product now has options, none of them required.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_custom_option.add",[1,{"title":"<b>Name</b> & <i>more","type":"field","additional_fields":[{"price":"3.50","sku":"<u>NAME","max_characters":10},{"price":99}]}]]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_custom_option.info",[3]]}
<< {"jsonrpc":"2.0","id":2,"result":{"title":"Name & more","type":"field","is_require":false,"sort_order":0,"additional_fields":[{"price":3.5,"price_type":"fixed","sku":"NAME","max_characters":10}]}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product.info",[1,null,["has_options","required_options","updated_at"]]]}
<< {"jsonrpc":"2.0","id":3,"result":{"product_id":1,"sku":"mug-01","set":4,"type":"simple","categories":[3,5],"websites":[1,2],"required_options":0,"has_options":1,"updated_at":"2025-06-01 12:00:00"}}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product.list",[{"has_options":1}]]}
<< {"jsonrpc":"2.0","id":4,"result":[{"product_id":1,"sku":"mug-01","name":"Stoneware Mug","set":4,"type":"simple","category_ids":[3,5],"website_ids":[1,2]},{"product_id":46,"sku":"guide-02","name":"Ten Plate Patterns","set":4,"type":"downloadable","category_ids":[13],"website_ids":[1]},{"product_id":49,"sku":"gift-02","name":"Gift Wrapping","set":10,"type":"simple","category_ids":[14],"website_ids":[1,2]}]}
