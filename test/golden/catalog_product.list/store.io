// The store determines the compared and returned names; it excludes no product.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.create",["simple",4,"mug-1",{"name":"Mug","price":12.5,"website_ids":[1]}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product.update",[1,{"name":"Becher"},"german"]]}
<< {"jsonrpc":"2.0","id":2,"result":true}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product.list",[{"name":"becher"},"german"]]}
<< {"jsonrpc":"2.0","id":3,"result":[{"product_id":1,"sku":"mug-1","name":"Becher","set":4,"type":"simple","category_ids":[],"website_ids":[1]}]}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product.list",[{"name":"becher"},0]]}
<< {"jsonrpc":"2.0","id":4,"result":[]}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_product.list",[{},"second_default"]]}
<< {"jsonrpc":"2.0","id":5,"result":[{"product_id":1,"sku":"mug-1","name":"Mug","set":4,"type":"simple","category_ids":[],"website_ids":[1]}]}
