// The default set cannot be removed.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_attribute_set.remove",[4]]}
<< {"jsonrpc":"2.0","error":{"code":103,"message":"…","data":{"fault":"remove_attribute_set_error","resource":"catalog_product_attribute_set","parameter":"attributeSetId"}},"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_attribute_set.remove",[4,true]]}
<< {"jsonrpc":"2.0","error":{"code":103,"message":"…","data":{"fault":"remove_attribute_set_error","resource":"catalog_product_attribute_set","parameter":"attributeSetId"}},"id":2}
