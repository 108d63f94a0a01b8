// The attributes leave the set.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_attribute_set.groupAdd",[4,"Care"]]}
<< {"jsonrpc":"2.0","result":18,"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_attribute.create",[{"attribute_code":"glaze","frontend_input":"select","scope":"store","frontend_label":[{"store_id":0,"label":"Glaze"}]}]]}
<< {"jsonrpc":"2.0","result":134,"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_attribute_set.attributeAdd",[134,4,18]]}
<< {"jsonrpc":"2.0","result":true,"id":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_attribute_set.groupRemove",[18]]}
<< {"jsonrpc":"2.0","result":true,"id":4}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_product_attribute_set.attributeRemove",[134,4]]}
<< {"jsonrpc":"2.0","error":{"code":111,"message":"…","data":{"fault":"attribute_is_not_in_set","resource":"catalog_product_attribute_set","parameter":"attributeId"}},"id":5}
