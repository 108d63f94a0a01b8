// Products lose the value; it cannot be filtered by any more.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_attribute.create",[{"attribute_code":"glaze","frontend_input":"select","scope":"store","frontend_label":[{"store_id":0,"label":"Glaze"}]}]]}
<< {"jsonrpc":"2.0","result":134,"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_attribute_set.attributeAdd",[134,4]]}
<< {"jsonrpc":"2.0","result":true,"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_attribute.addOption",["glaze",{"label":[{"store_id":0,"value":"Matt"}]}]]}
<< {"jsonrpc":"2.0","result":true,"id":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product.create",["simple",4,"mug",{"name":"Mug","glaze":3}]]}
<< {"jsonrpc":"2.0","result":1,"id":4}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_product.info",[1,null,["glaze"]]]}
<< {"jsonrpc":"2.0","result":{"product_id":1,"sku":"mug","set":4,"type":"simple","categories":[],"websites":[],"glaze":3},"id":5}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","catalog_product_attribute.remove",["glaze"]]}
<< {"jsonrpc":"2.0","result":true,"id":6}
>> {"jsonrpc":"2.0","id":7,"method":"call","params":["$session","catalog_product.info",[1,null,["glaze"]]]}
<< {"jsonrpc":"2.0","result":{"product_id":1,"sku":"mug","set":4,"type":"simple","categories":[],"websites":[]},"id":7}
>> {"jsonrpc":"2.0","id":8,"method":"call","params":["$session","catalog_product.list",[{"glaze":3}]]}
<< {"jsonrpc":"2.0","error":{"code":109,"message":"…","data":{"fault":"filters_invalid","resource":"catalog_product","parameter":"filters"}},"id":8}
