// Values that are part of the service cannot be removed.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_attribute.removeOption",["status",1]]}
<< {"jsonrpc":"2.0","error":{"code":104,"message":"…","data":{"fault":"invalid_frontend_input","resource":"catalog_product_attribute","parameter":"attribute"}},"id":1}
