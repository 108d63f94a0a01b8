// Sets are identified only by numbers.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.create",["simple",99,"a",{"name":"A"}]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":105,"message":"…","data":{"fault":"product_attribute_set_not_exists","resource":"catalog_product","parameter":"set"}}}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product.create",["simple","Default","a",{"name":"A"}]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":105,"message":"…","data":{"fault":"product_attribute_set_not_exists","resource":"catalog_product","parameter":"set"}}}
