// A product is deleted with its assignment to the category.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.create",["simple",4,"mug-1",{"name":"Mug","price":12.5,"website_ids":[1],"category_ids":[2]}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_category.assignedProducts",[2,0]]}
<< {"jsonrpc":"2.0","id":2,"result":[{"product_id":1,"type":"simple","set":4,"sku":"mug-1","position":1}]}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product.delete",["mug-1","sku"]]}
<< {"jsonrpc":"2.0","id":3,"result":true}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_category.assignedProducts",[2,0]]}
<< {"jsonrpc":"2.0","id":4,"result":[]}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_product.list"]}
<< {"jsonrpc":"2.0","id":5,"result":[]}
