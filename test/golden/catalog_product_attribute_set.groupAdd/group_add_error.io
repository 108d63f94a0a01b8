// No such set, or an invalid name.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_attribute_set.groupAdd",[3,"General"]]}
<< {"jsonrpc":"2.0","error":{"code":113,"message":"…","data":{"fault":"group_add_error","resource":"catalog_product_attribute_set","parameter":"attributeSetId"}},"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_attribute_set.groupAdd",[4,"<b></b>"]]}
<< {"jsonrpc":"2.0","error":{"code":113,"message":"…","data":{"fault":"group_add_error","resource":"catalog_product_attribute_set","errors":[{"field":"groupName","message":"must be text of 1 to 255 characters, not \"<b></b>\""}]}},"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_attribute_set.groupAdd",[4,[]]]}
<< {"jsonrpc":"2.0","error":{"code":113,"message":"…","data":{"fault":"group_add_error","resource":"catalog_product_attribute_set","errors":[{"field":"groupName","message":"must be text, not []"}]}},"id":3}
