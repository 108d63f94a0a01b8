// Neither a SKU without its type nor any other value that is not an ID finds a product.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.create",["simple",4,"1001",{"name":"Mug","price":12.5,"website_ids":[1]}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product.info",[99]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":101,"message":"…","data":{"fault":"product_not_exists","resource":"catalog_product","parameter":"productId"}}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product.info",["mug"]]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":101,"message":"…","data":{"fault":"product_not_exists","resource":"catalog_product","parameter":"productId"}}}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product.info",[0]]}
<< {"jsonrpc":"2.0","id":4,"error":{"code":101,"message":"…","data":{"fault":"product_not_exists","resource":"catalog_product","parameter":"productId"}}}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_product.info",[1001]]}
<< {"jsonrpc":"2.0","id":5,"error":{"code":101,"message":"…","data":{"fault":"product_not_exists","resource":"catalog_product","parameter":"productId"}}}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","catalog_product.info",["1",null,null,"sku"]]}
<< {"jsonrpc":"2.0","id":6,"error":{"code":101,"message":"…","data":{"fault":"product_not_exists","resource":"catalog_product","parameter":"productId"}}}
