// Groups and attributes are copied.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_attribute_set.create",[" Mugs ","4"]]}
<< {"jsonrpc":"2.0","result":9,"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_attribute_set.items"]}
<< {"jsonrpc":"2.0","result":[{"set_id":4,"name":"Default"},{"set_id":9,"name":"Mugs"}],"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_attribute_set.attributeRemove",[81,9]]}
<< {"jsonrpc":"2.0","result":true,"id":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_attribute_set.attributeAdd",[81,4]]}
<< {"jsonrpc":"2.0","error":{"code":109,"message":"…","data":{"fault":"attribute_is_already_in_set","resource":"catalog_product_attribute_set","parameter":"attributeId"}},"id":4}
