// Stock is merged; a higher quantity does not return a product to stock.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.create",["simple",4,"mug-1",{"name":"Mug","stock_data":{"qty":0}}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product.update",["mug-1",{"stock_data":{"qty":10}},null,"sku"]]}
<< {"jsonrpc":"2.0","id":2,"result":true}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product.info",[1,null,["stock_data"]]]}
<< {"jsonrpc":"2.0","id":3,"result":{"product_id":1,"sku":"mug-1","set":4,"type":"simple","categories":[],"websites":[],"stock_data":{"qty":10,"is_in_stock":0,"manage_stock":0,"use_config_manage_stock":1,"min_qty":0,"use_config_min_qty":1,"min_sale_qty":1,"use_config_min_sale_qty":1,"max_sale_qty":0,"use_config_max_sale_qty":1,"is_qty_decimal":0,"is_decimal_divided":0,"backorders":0,"use_config_backorders":1,"notify_stock_qty":null,"use_config_notify_stock_qty":1,"enable_qty_increments":0,"use_config_enable_qty_inc":1,"qty_increments":0,"use_config_qty_increments":1,"low_stock_date":null,"stock_status_changed_auto":0}}}
