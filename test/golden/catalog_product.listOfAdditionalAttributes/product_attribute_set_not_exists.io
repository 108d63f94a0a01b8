// The set is checked after the type.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.listOfAdditionalAttributes",["simple",99]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":105,"message":"…","data":{"fault":"product_attribute_set_not_exists","resource":"catalog_product","parameter":"attributeSetId"}}}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product.listOfAdditionalAttributes",["simple",0]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":105,"message":"…","data":{"fault":"product_attribute_set_not_exists","resource":"catalog_product","parameter":"attributeSetId"}}}
