// Unknown attributes and those of categories.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_attribute.info",["Name"]]}
<< {"jsonrpc":"2.0","error":{"code":101,"message":"…","data":{"fault":"not_exists","resource":"catalog_product_attribute","parameter":"attribute"}},"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_attribute.info",[43]]}
<< {"jsonrpc":"2.0","error":{"code":101,"message":"…","data":{"fault":"not_exists","resource":"catalog_product_attribute","parameter":"attribute"}},"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_attribute.info",[42]]}
<< {"jsonrpc":"2.0","error":{"code":101,"message":"…","data":{"fault":"not_exists","resource":"catalog_product_attribute","parameter":"attribute"}},"id":3}
