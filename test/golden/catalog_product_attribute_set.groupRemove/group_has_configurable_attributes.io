// Checked before system attributes.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_attribute_set.groupRemove",[7]]}
<< {"jsonrpc":"2.0","error":{"code":117,"message":"…","data":{"fault":"group_has_configurable_attributes","resource":"catalog_product_attribute_set","parameter":"attributeGroupId"}},"id":1}
