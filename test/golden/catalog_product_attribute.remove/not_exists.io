// A second time.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_attribute.remove",["cost"]]}
<< {"jsonrpc":"2.0","result":true,"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_attribute.remove",["cost"]]}
<< {"jsonrpc":"2.0","error":{"code":101,"message":"…","data":{"fault":"not_exists","resource":"catalog_product_attribute","parameter":"attribute"}},"id":2}
