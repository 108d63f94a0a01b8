// A new position; if omitted, it is 0.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.create",["simple",4,"mug",{"name":"mug","category_ids":[2]}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_category.updateProduct",[2,1,7]]}
<< {"jsonrpc":"2.0","id":2,"result":true}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_category.assignedProducts",[2]]}
<< {"jsonrpc":"2.0","id":3,"result":[{"product_id":1,"type":"simple","set":4,"sku":"mug","position":7}]}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_category.updateProduct",[2,"mug",null,"sku"]]}
<< {"jsonrpc":"2.0","id":4,"result":true}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_category.assignedProducts",[2]]}
<< {"jsonrpc":"2.0","id":5,"result":[{"product_id":1,"type":"simple","set":4,"sku":"mug","position":0}]}
