// The store view is checked before the product.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_downloadable_link.add",[999,{"title":"A","link_url":"https://example.com/"},"link","nope"]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":100,"message":"…","data":{"fault":"store_not_exists","resource":"catalog_product_downloadable_link","parameter":"store"}}}
