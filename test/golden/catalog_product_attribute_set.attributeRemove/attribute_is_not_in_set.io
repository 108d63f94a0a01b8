// Never added, or already removed.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_attribute_set.attributeRemove",[94,4]]}
<< {"jsonrpc":"2.0","error":{"code":111,"message":"…","data":{"fault":"attribute_is_not_in_set","resource":"catalog_product_attribute_set","parameter":"attributeId"}},"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_attribute_set.attributeRemove",[81,4]]}
<< {"jsonrpc":"2.0","result":true,"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_attribute_set.attributeRemove",[81,4]]}
<< {"jsonrpc":"2.0","error":{"code":111,"message":"…","data":{"fault":"attribute_is_not_in_set","resource":"catalog_product_attribute_set","parameter":"attributeId"}},"id":3}
