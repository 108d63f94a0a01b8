// System attributes and attributes of categories.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_attribute.remove",["sku"]]}
<< {"jsonrpc":"2.0","error":{"code":106,"message":"…","data":{"fault":"can_not_delete","resource":"catalog_product_attribute","parameter":"attribute"}},"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_attribute.remove",[43]]}
<< {"jsonrpc":"2.0","error":{"code":106,"message":"…","data":{"fault":"can_not_delete","resource":"catalog_product_attribute","parameter":"attribute"}},"id":2}
