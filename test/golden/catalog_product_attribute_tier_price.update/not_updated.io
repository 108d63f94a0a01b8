// A storage that fails.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.create",["simple",4,"mug",{"name":"Mug","website_ids":[1]}]]}
<< {"jsonrpc":"2.0","result":1,"id":1}
>> POST /control/faults {"operation":"catalog_product_attribute_tier_price.update","fault":"not_updated"}
<< 201
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_attribute_tier_price.update",[1,[]]]}
<< {"jsonrpc":"2.0","error":{"code":102,"message":"…","data":{"fault":"not_updated","resource":"catalog_product_attribute_tier_price"}},"id":2}
