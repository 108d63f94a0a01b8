// Products of the sample shop by SKU pattern and price.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.list",[{"sku":{"like":"mug-%"},"price":{"gt":10,"lteq":15}},1]]}
<< {"jsonrpc":"2.0","id":1,"result":[{"product_id":1,"sku":"mug-01","name":"Stoneware Mug","set":4,"type":"simple","category_ids":[3,5],"website_ids":[1,2]}]}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product.list",[{"product_id":[1,2]}]]}
<< {"jsonrpc":"2.0","id":2,"result":[{"product_id":1,"sku":"mug-01","name":"Stoneware Mug","set":4,"type":"simple","category_ids":[3,5],"website_ids":[1,2]},{"product_id":2,"sku":"mug-02","name":"Espresso Cup","set":4,"type":"simple","category_ids":[5],"website_ids":[1]}]}
