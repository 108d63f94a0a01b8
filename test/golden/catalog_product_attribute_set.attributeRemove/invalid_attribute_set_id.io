// The set of categories counts as not existing.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_attribute_set.attributeRemove",[81,3]]}
<< {"jsonrpc":"2.0","error":{"code":104,"message":"…","data":{"fault":"invalid_attribute_set_id","resource":"catalog_product_attribute_set","parameter":"attributeSetId"}},"id":1}
