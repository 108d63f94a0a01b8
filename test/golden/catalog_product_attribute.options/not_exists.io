// Attributes of categories are not found here.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_attribute.options",[43]]}
<< {"jsonrpc":"2.0","error":{"code":101,"message":"…","data":{"fault":"not_exists","resource":"catalog_product_attribute","parameter":"attributeId"}},"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_attribute.options",["nope"]]}
<< {"jsonrpc":"2.0","error":{"code":101,"message":"…","data":{"fault":"not_exists","resource":"catalog_product_attribute","parameter":"attributeId"}},"id":2}
