// Tags are stripped.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_attribute_set.groupAdd",[4," <b>Care</b> "]]}
<< {"jsonrpc":"2.0","result":18,"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_attribute_set.groupRename",[18,"Care"]]}
<< {"jsonrpc":"2.0","result":true,"id":2}
