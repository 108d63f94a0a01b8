// A number is an ID; a SKU is found only with its type, in any case.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.create",["simple",4,"1001",{"name":"Mug","price":12.5,"website_ids":[1]}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product.create",["simple",4,"Mug",{"name":"Mug","price":12.5,"website_ids":[1]}]]}
<< {"jsonrpc":"2.0","id":2,"result":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product.info",["002",null,[]]]}
<< {"jsonrpc":"2.0","id":3,"result":{"product_id":2,"sku":"Mug","set":4,"type":"simple","categories":[],"websites":[1]}}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product.info",[1001,null,[],"sku"]]}
<< {"jsonrpc":"2.0","id":4,"result":{"product_id":1,"sku":"1001","set":4,"type":"simple","categories":[],"websites":[1]}}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_product.info",[" mug ",null,[],"SKU"]]}
<< {"jsonrpc":"2.0","id":5,"result":{"product_id":2,"sku":"Mug","set":4,"type":"simple","categories":[],"websites":[1]}}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","catalog_product.info",[1,null,[],"id"]]}
<< {"jsonrpc":"2.0","id":6,"result":{"product_id":1,"sku":"1001","set":4,"type":"simple","categories":[],"websites":[1]}}
