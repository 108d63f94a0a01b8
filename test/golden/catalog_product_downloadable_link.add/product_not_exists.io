// An unknown product.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_downloadable_link.add",[999,{"title":"A","link_url":"https://example.com/"},"link"]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":101,"message":"…","data":{"fault":"product_not_exists","resource":"catalog_product_downloadable_link","parameter":"productId"}}}
