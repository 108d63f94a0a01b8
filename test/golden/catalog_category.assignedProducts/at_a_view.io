// At a store view: products of its website that are enabled there.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_category.create",[2,{"name":"A"}]]}
<< {"jsonrpc":"2.0","id":1,"result":3}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product.create",["simple",4,"here",{"name":"here","website_ids":[1],"category_ids":[3]}]]}
<< {"jsonrpc":"2.0","id":2,"result":1}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product.create",["simple",4,"off",{"name":"off","website_ids":[1],"status":2,"category_ids":[3]}]]}
<< {"jsonrpc":"2.0","id":3,"result":2}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product.create",["simple",4,"there",{"name":"there","website_ids":[2],"category_ids":[3]}]]}
<< {"jsonrpc":"2.0","id":4,"result":3}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_category.assignedProducts",[3,"default"]]}
<< {"jsonrpc":"2.0","id":5,"result":[{"product_id":1,"type":"simple","set":4,"sku":"here","position":1}]}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","catalog_category.assignedProducts",[3,2]]}
<< {"jsonrpc":"2.0","id":6,"result":[{"product_id":3,"type":"simple","set":4,"sku":"there","position":1}]}
>> {"jsonrpc":"2.0","id":7,"method":"call","params":["$session","catalog_category.assignedProducts",[3,0]]}
<< {"jsonrpc":"2.0","id":7,"result":[{"product_id":1,"type":"simple","set":4,"sku":"here","position":1},{"product_id":2,"type":"simple","set":4,"sku":"off","position":1},{"product_id":3,"type":"simple","set":4,"sku":"there","position":1}]}
