// Empty, or the name of another group.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_attribute_set.groupRename",[17," "]]}
<< {"jsonrpc":"2.0","error":{"code":114,"message":"…","data":{"fault":"group_rename_error","resource":"catalog_product_attribute_set","errors":[{"field":"groupName","message":"must be text of 1 to 255 characters, not \" \""}]}},"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_attribute_set.groupRename",[17,"general"]]}
<< {"jsonrpc":"2.0","error":{"code":114,"message":"…","data":{"fault":"group_rename_error","resource":"catalog_product_attribute_set","errors":[{"field":"groupName","message":"is the name of another group (\"general\")"}]}},"id":2}
