// Checked before the list.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_attribute_tier_price.update",[99,5]]}
<< {"jsonrpc":"2.0","error":{"code":100,"message":"…","data":{"fault":"product_not_exists","resource":"catalog_product_attribute_tier_price","parameter":"productId"}},"id":1}
