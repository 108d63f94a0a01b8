// Named attributes have the order of the set; unknown ones and images are omitted.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.create",["simple",4,"mug-1",{"name":"Mug","price":12.5,"website_ids":[1]}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product.info",[1,null,["price","nope","image","name"]]]}
<< {"jsonrpc":"2.0","id":2,"result":{"product_id":1,"sku":"mug-1","set":4,"type":"simple","categories":[],"websites":[1],"name":"Mug","price":12.5}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product.info",[1,null,[]]]}
<< {"jsonrpc":"2.0","id":3,"result":{"product_id":1,"sku":"mug-1","set":4,"type":"simple","categories":[],"websites":[1]}}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product.info",[1,null,[77,"73"]]]}
<< {"jsonrpc":"2.0","id":4,"result":{"product_id":1,"sku":"mug-1","set":4,"type":"simple","categories":[],"websites":[1],"name":"Mug","price":12.5}}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_product.info",[1,null,"status"]]}
<< {"jsonrpc":"2.0","id":5,"result":{"product_id":1,"sku":"mug-1","set":4,"type":"simple","categories":[],"websites":[1],"status":1}}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","catalog_product.info",[1,null,["type_id","stock_data"]]]}
<< {"jsonrpc":"2.0","id":6,"result":{"product_id":1,"sku":"mug-1","set":4,"type":"simple","categories":[],"websites":[1],"type_id":"simple","stock_data":{"qty":0,"is_in_stock":0,"manage_stock":0,"use_config_manage_stock":0,"min_qty":0,"use_config_min_qty":1,"min_sale_qty":1,"use_config_min_sale_qty":1,"max_sale_qty":0,"use_config_max_sale_qty":1,"is_qty_decimal":0,"is_decimal_divided":0,"backorders":0,"use_config_backorders":1,"notify_stock_qty":null,"use_config_notify_stock_qty":1,"enable_qty_increments":0,"use_config_enable_qty_inc":1,"qty_increments":0,"use_config_qty_increments":1,"low_stock_date":null,"stock_status_changed_auto":0}}}
>> {"jsonrpc":"2.0","id":7,"method":"call","params":["$session","catalog_product.info",[1,null,["website_ids","category_ids"]]]}
<< {"jsonrpc":"2.0","id":7,"result":{"product_id":1,"sku":"mug-1","set":4,"type":"simple","categories":[],"websites":[1],"category_ids":[],"website_ids":[1]}}
