// Only downloadable products have links.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_downloadable_link.add",[1,{"title":"A","link_url":"https://example.com/"},"link"]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":408,"message":"…","data":{"fault":"product_not_downloadable","resource":"catalog_product_downloadable_link","parameter":"productId"}}}
