// Text, and values that are part of the service.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_attribute.addOption",["name",5]]}
<< {"jsonrpc":"2.0","error":{"code":104,"message":"…","data":{"fault":"invalid_frontend_input","resource":"catalog_product_attribute","parameter":"attribute"}},"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_attribute.addOption",["status",{"label":[{"store_id":0,"value":"x"}]}]]}
<< {"jsonrpc":"2.0","error":{"code":104,"message":"…","data":{"fault":"invalid_frontend_input","resource":"catalog_product_attribute","parameter":"attribute"}},"id":2}
