// An unknown product.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_downloadable_link.list",[999]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":101,"message":"…","data":{"fault":"product_not_exists","resource":"catalog_product_downloadable_link","parameter":"productId"}}}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_downloadable_link.list",[46,null,"sku"]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":101,"message":"…","data":{"fault":"product_not_exists","resource":"catalog_product_downloadable_link","parameter":"productId"}}}
