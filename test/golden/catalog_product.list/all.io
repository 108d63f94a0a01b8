// Without filters all products are listed by ID, disabled ones and those without a website too.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.create",["simple",4,"mug-1",{"name":"Mug","price":12.5,"website_ids":[1],"category_ids":[2]}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product.create",["simple",4,"mug-2",{"name":"Cup","status":2}]]}
<< {"jsonrpc":"2.0","id":2,"result":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product.list"]}
<< {"jsonrpc":"2.0","id":3,"result":[{"product_id":1,"sku":"mug-1","name":"Mug","set":4,"type":"simple","category_ids":[2],"website_ids":[1]},{"product_id":2,"sku":"mug-2","name":"Cup","set":4,"type":"simple","category_ids":[],"website_ids":[]}]}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product.list",[{}]]}
<< {"jsonrpc":"2.0","id":4,"result":[{"product_id":1,"sku":"mug-1","name":"Mug","set":4,"type":"simple","category_ids":[2],"website_ids":[1]},{"product_id":2,"sku":"mug-2","name":"Cup","set":4,"type":"simple","category_ids":[],"website_ids":[]}]}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_product.list",[null,"german"]]}
<< {"jsonrpc":"2.0","id":5,"result":[{"product_id":1,"sku":"mug-1","name":"Mug","set":4,"type":"simple","category_ids":[2],"website_ids":[1]},{"product_id":2,"sku":"mug-2","name":"Cup","set":4,"type":"simple","category_ids":[],"website_ids":[]}]}
