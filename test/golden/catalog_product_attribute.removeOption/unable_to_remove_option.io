// An option of another attribute, and an unknown option.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_attribute.addOption",["color",{"label":[{"store_id":0,"value":"Blue"}]}]]}
<< {"jsonrpc":"2.0","result":true,"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_attribute.removeOption",["manufacturer",3]]}
<< {"jsonrpc":"2.0","error":{"code":109,"message":"…","data":{"fault":"unable_to_remove_option","resource":"catalog_product_attribute","parameter":"optionId"}},"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_attribute.removeOption",["color","x"]]}
<< {"jsonrpc":"2.0","error":{"code":109,"message":"…","data":{"fault":"unable_to_remove_option","resource":"catalog_product_attribute","parameter":"optionId"}},"id":3}
