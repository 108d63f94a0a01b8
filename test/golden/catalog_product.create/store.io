// At a store view, required values become the default too.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.create",["simple",4,"mug-1",{"name":"Becher","price":5,"meta_title":"Nur hier"},"german"]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product.info",[1,"german",["name","price","meta_title","url_key"]]]}
<< {"jsonrpc":"2.0","id":2,"result":{"product_id":1,"sku":"mug-1","set":4,"type":"simple","categories":[],"websites":[],"name":"Becher","url_key":"becher","price":5,"meta_title":"Nur hier"}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product.info",[1,0,["name","price","meta_title","url_key"]]]}
<< {"jsonrpc":"2.0","id":3,"result":{"product_id":1,"sku":"mug-1","set":4,"type":"simple","categories":[],"websites":[],"name":"Becher","url_key":"becher","price":5,"meta_title":null}}
