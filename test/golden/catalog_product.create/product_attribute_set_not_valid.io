// A set of category attributes is not valid for products.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.create",["simple",3,"a",{"name":"A"}]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":106,"message":"…","data":{"fault":"product_attribute_set_not_valid","resource":"catalog_product","parameter":"set"}}}
