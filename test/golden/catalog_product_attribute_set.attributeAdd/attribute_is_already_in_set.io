// In whichever group.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_attribute_set.attributeAdd",[73,4,17]]}
<< {"jsonrpc":"2.0","error":{"code":109,"message":"…","data":{"fault":"attribute_is_already_in_set","resource":"catalog_product_attribute_set","parameter":"attributeId"}},"id":1}
