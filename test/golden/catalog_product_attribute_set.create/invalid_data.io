// Names that are empty, too long or used.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_attribute_set.create",[" ",4]]}
<< {"jsonrpc":"2.0","error":{"code":101,"message":"…","data":{"fault":"invalid_data","resource":"catalog_product_attribute_set","errors":[{"field":"attributeSetName","message":"must be text of 1 to 255 characters, not \" \""}]}},"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_attribute_set.create",["default",4]]}
<< {"jsonrpc":"2.0","error":{"code":101,"message":"…","data":{"fault":"invalid_data","resource":"catalog_product_attribute_set","errors":[{"field":"attributeSetName","message":"is the name of another set (\"default\")"}]}},"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_attribute_set.create",["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",4]]}
<< {"jsonrpc":"2.0","error":{"code":101,"message":"…","data":{"fault":"invalid_data","resource":"catalog_product_attribute_set","errors":[{"field":"attributeSetName","message":"must be text of 1 to 255 characters, not \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…"}]}},"id":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_attribute_set.create",[{},4]]}
<< {"jsonrpc":"2.0","error":{"code":101,"message":"…","data":{"fault":"invalid_data","resource":"catalog_product_attribute_set","errors":[{"field":"attributeSetName","message":"must be text, not {}"}]}},"id":4}
