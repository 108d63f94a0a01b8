// The product is checked before the values.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.setSpecialPrice",[99,-1]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":101,"message":"…","data":{"fault":"product_not_exists","resource":"catalog_product","parameter":"productId"}}}
