// Also to the same name in another case.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_attribute_set.groupRename",[17,"Gifts"]]}
<< {"jsonrpc":"2.0","result":true,"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_attribute_set.groupRename",[17,"GIFTS"]]}
<< {"jsonrpc":"2.0","result":true,"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_attribute_set.groupAdd",[4,"gifts"]]}
<< {"jsonrpc":"2.0","error":{"code":112,"message":"…","data":{"fault":"group_already_exists","resource":"catalog_product_attribute_set","parameter":"groupName"}},"id":3}
