// IDs of product attributes only; checked before the set.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_attribute_set.attributeAdd",["color",4]]}
<< {"jsonrpc":"2.0","error":{"code":106,"message":"…","data":{"fault":"invalid_attribute_id","resource":"catalog_product_attribute_set","parameter":"attributeId"}},"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_attribute_set.attributeAdd",[43,4]]}
<< {"jsonrpc":"2.0","error":{"code":106,"message":"…","data":{"fault":"invalid_attribute_id","resource":"catalog_product_attribute_set","parameter":"attributeId"}},"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_attribute_set.attributeAdd",[999,999]]}
<< {"jsonrpc":"2.0","error":{"code":106,"message":"…","data":{"fault":"invalid_attribute_id","resource":"catalog_product_attribute_set","parameter":"attributeId"}},"id":3}
