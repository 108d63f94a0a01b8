// Products use it.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_attribute_set.create",["Mugs",4]]}
<< {"jsonrpc":"2.0","result":9,"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product.create",["simple",9,"mug",{"name":"Mug"}]]}
<< {"jsonrpc":"2.0","result":1,"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_attribute_set.remove",[9]]}
<< {"jsonrpc":"2.0","error":{"code":105,"message":"…","data":{"fault":"attribute_set_has_related_products","resource":"catalog_product_attribute_set","parameter":"forceProductsRemove"}},"id":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_attribute_set.remove",[9,false]]}
<< {"jsonrpc":"2.0","error":{"code":105,"message":"…","data":{"fault":"attribute_set_has_related_products","resource":"catalog_product_attribute_set","parameter":"forceProductsRemove"}},"id":4}
