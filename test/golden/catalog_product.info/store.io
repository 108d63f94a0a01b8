// Each store view has its own values, or else those of its website, or else the defaults.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.create",["simple",4,"mug-1",{"name":"Mug","price":12.5,"website_ids":[1]}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product.update",[1,{"name":"Becher","price":11},"german"]]}
<< {"jsonrpc":"2.0","id":2,"result":true}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product.info",[1,"german",["name","price"]]]}
<< {"jsonrpc":"2.0","id":3,"result":{"product_id":1,"sku":"mug-1","set":4,"type":"simple","categories":[],"websites":[1],"name":"Becher","price":11}}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product.info",[1,"default",["name","price"]]]}
<< {"jsonrpc":"2.0","id":4,"result":{"product_id":1,"sku":"mug-1","set":4,"type":"simple","categories":[],"websites":[1],"name":"Mug","price":11}}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_product.info",[1,"second_default",["name","price"]]]}
<< {"jsonrpc":"2.0","id":5,"result":{"product_id":1,"sku":"mug-1","set":4,"type":"simple","categories":[],"websites":[1],"name":"Mug","price":12.5}}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","catalog_product.info",[1,0,["name","price"]]]}
<< {"jsonrpc":"2.0","id":6,"result":{"product_id":1,"sku":"mug-1","set":4,"type":"simple","categories":[],"websites":[1],"name":"Mug","price":12.5}}
