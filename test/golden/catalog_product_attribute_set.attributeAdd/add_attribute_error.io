// An invalid position.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_attribute_set.attributeAdd",[94,4,null,-1]]}
<< {"jsonrpc":"2.0","error":{"code":107,"message":"…","data":{"fault":"add_attribute_error","resource":"catalog_product_attribute_set","errors":[{"field":"sortOrder","message":"must be a whole number from 0 to 32767, not -1"}]}},"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_attribute_set.attributeAdd",[94,4,0,"x"]]}
<< {"jsonrpc":"2.0","error":{"code":107,"message":"…","data":{"fault":"add_attribute_error","resource":"catalog_product_attribute_set","errors":[{"field":"sortOrder","message":"must be a whole number from 0 to 32767, not \"x\""}]}},"id":2}
