// Groups of other entities count as not existing.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_attribute_set.groupRename",[3,"x"]]}
<< {"jsonrpc":"2.0","error":{"code":108,"message":"…","data":{"fault":"invalid_attribute_group_id","resource":"catalog_product_attribute_set","parameter":"groupId"}},"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_attribute_set.groupRename",[999,""]]}
<< {"jsonrpc":"2.0","error":{"code":108,"message":"…","data":{"fault":"invalid_attribute_group_id","resource":"catalog_product_attribute_set","parameter":"groupId"}},"id":2}
