// The product is identified only by its ID.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.create",["simple",4,"mug-1",{"name":"Mug","price":12.5,"website_ids":[1]}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product.getSpecialPrice",[99]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":101,"message":"…","data":{"fault":"product_not_exists","resource":"catalog_product","parameter":"productId"}}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product.getSpecialPrice",["mug-1"]]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":101,"message":"…","data":{"fault":"product_not_exists","resource":"catalog_product","parameter":"productId"}}}
