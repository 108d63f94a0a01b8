// One data object for all; a product that is given twice is changed once; an empty list is accepted.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.create",["simple",4,"mug-1",{"name":"Mug","price":12.5,"website_ids":[1]}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product.create",["simple",4,"mug-2",{"name":"Mug","price":12.5,"website_ids":[1]}]]}
<< {"jsonrpc":"2.0","id":2,"result":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product.multiUpdate",[[1,"2",1],{"status":2}]]}
<< {"jsonrpc":"2.0","id":3,"result":true}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product.list",[{"status":2}]]}
<< {"jsonrpc":"2.0","id":4,"result":[{"product_id":1,"sku":"mug-1","name":"Mug","set":4,"type":"simple","category_ids":[],"website_ids":[1]},{"product_id":2,"sku":"mug-2","name":"Mug","set":4,"type":"simple","category_ids":[],"website_ids":[1]}]}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_product.multiUpdate",["mug-1",{"status":1},null,"sku"]]}
<< {"jsonrpc":"2.0","id":5,"result":true}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","catalog_product.multiUpdate",[[],{"status":2}]]}
<< {"jsonrpc":"2.0","id":6,"result":true}
>> {"jsonrpc":"2.0","id":7,"method":"call","params":["$session","catalog_product.list",[{"status":2}]]}
<< {"jsonrpc":"2.0","id":7,"result":[{"product_id":2,"sku":"mug-2","name":"Mug","set":4,"type":"simple","category_ids":[],"website_ids":[1]}]}
