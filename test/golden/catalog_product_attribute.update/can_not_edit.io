// Attributes of categories, whatever the data.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_attribute.update",[43,5]]}
<< {"jsonrpc":"2.0","error":{"code":107,"message":"…","data":{"fault":"can_not_edit","resource":"catalog_product_attribute","parameter":"attribute"}},"id":1}
