// In whichever case.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_attribute_set.groupAdd",[4,"GENERAL"]]}
<< {"jsonrpc":"2.0","error":{"code":112,"message":"…","data":{"fault":"group_already_exists","resource":"catalog_product_attribute_set","parameter":"groupName"}},"id":1}
