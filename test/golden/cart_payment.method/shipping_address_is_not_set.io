// Goods without a shipping address.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","cart.create",["default"]]}
<< {"jsonrpc":"2.0","result":1,"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","cart_product.add",[1,[{"sku":"mug-01","qty":2}]]]}
<< {"jsonrpc":"2.0","result":true,"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","cart_payment.method",[1,{"method":"checkmo"}]]}
<< {"jsonrpc":"2.0","error":{"code":1073,"message":"…","data":{"fault":"shipping_address_is_not_set","resource":"cart_payment","parameter":"quoteId"}},"id":3}
