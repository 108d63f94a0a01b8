// A group of another set.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_attribute_set.create",["Mugs",4]]}
<< {"jsonrpc":"2.0","result":9,"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_attribute_set.attributeAdd",[94,9,7]]}
<< {"jsonrpc":"2.0","error":{"code":108,"message":"…","data":{"fault":"invalid_attribute_group_id","resource":"catalog_product_attribute_set","parameter":"attributeGroupId"}},"id":2}
