// Not a list with an entry.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","cart.create",["default"]]}
<< {"jsonrpc":"2.0","result":1,"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","cart_product.update",[1,[]]]}
<< {"jsonrpc":"2.0","error":{"code":1021,"message":"…","data":{"fault":"invalid_product_data","resource":"cart_product","parameter":"products"}},"id":2}
