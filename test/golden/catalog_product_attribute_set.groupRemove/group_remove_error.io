// A storage that fails.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_attribute_set.groupAdd",[4,"Care"]]}
<< {"jsonrpc":"2.0","result":18,"id":1}
>> POST /control/faults {"operation":"catalog_product_attribute_set.groupRemove","fault":"group_remove_error"}
<< 201
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_attribute_set.groupRemove",[18]]}
<< {"jsonrpc":"2.0","error":{"code":115,"message":"…","data":{"fault":"group_remove_error","resource":"catalog_product_attribute_set"}},"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_attribute_set.groupRemove",[18]]}
<< {"jsonrpc":"2.0","result":true,"id":3}
