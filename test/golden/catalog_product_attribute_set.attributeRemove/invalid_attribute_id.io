// Checked before the set.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_attribute_set.attributeRemove",[999,999]]}
<< {"jsonrpc":"2.0","error":{"code":106,"message":"…","data":{"fault":"invalid_attribute_id","resource":"catalog_product_attribute_set","parameter":"attributeId"}},"id":1}
