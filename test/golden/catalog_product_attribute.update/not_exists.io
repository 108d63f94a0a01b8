// Unknown attributes.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_attribute.update",["nope",{}]]}
<< {"jsonrpc":"2.0","error":{"code":101,"message":"…","data":{"fault":"not_exists","resource":"catalog_product_attribute","parameter":"attribute"}},"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_attribute.update",[42,{}]]}
<< {"jsonrpc":"2.0","error":{"code":101,"message":"…","data":{"fault":"not_exists","resource":"catalog_product_attribute","parameter":"attribute"}},"id":2}
