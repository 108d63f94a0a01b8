// Unknown attributes and those of categories.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_attribute.addOption",["nope",{"label":[{"store_id":0,"value":"x"}]}]]}
<< {"jsonrpc":"2.0","error":{"code":101,"message":"…","data":{"fault":"not_exists","resource":"catalog_product_attribute","parameter":"attribute"}},"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_attribute.addOption",[44,{"label":[{"store_id":0,"value":"x"}]}]]}
<< {"jsonrpc":"2.0","error":{"code":101,"message":"…","data":{"fault":"not_exists","resource":"catalog_product_attribute","parameter":"attribute"}},"id":2}
