// Without identifierType a text is not a SKU.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.create",["simple",4,"mug",{"name":"Mug","website_ids":[1]}]]}
<< {"jsonrpc":"2.0","result":1,"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_attribute_tier_price.info",["mug"]]}
<< {"jsonrpc":"2.0","error":{"code":100,"message":"…","data":{"fault":"product_not_exists","resource":"catalog_product_attribute_tier_price","parameter":"productId"}},"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_attribute_tier_price.info",[99]]}
<< {"jsonrpc":"2.0","error":{"code":100,"message":"…","data":{"fault":"product_not_exists","resource":"catalog_product_attribute_tier_price","parameter":"productId"}},"id":3}
