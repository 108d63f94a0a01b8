// Recurring Profile and Gift Options.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_attribute_set.groupRemove",[11]]}
<< {"jsonrpc":"2.0","error":{"code":116,"message":"…","data":{"fault":"group_has_system_attributes","resource":"catalog_product_attribute_set","parameter":"attributeGroupId"}},"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_attribute_set.groupRemove",[17]]}
<< {"jsonrpc":"2.0","error":{"code":116,"message":"…","data":{"fault":"group_has_system_attributes","resource":"catalog_product_attribute_set","parameter":"attributeGroupId"}},"id":2}
