// Sets that do not exist or are not for products have an empty list; what is no ID is refused.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_attribute.items",[3]]}
<< {"jsonrpc":"2.0","result":[],"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_attribute.items",[999]]}
<< {"jsonrpc":"2.0","result":[],"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_attribute.items",["x"]]}
<< {"jsonrpc":"2.0","error":{"code":6,"message":"…","data":{"fault":"invalid_request_param","parameter":"setId"}},"id":3}
