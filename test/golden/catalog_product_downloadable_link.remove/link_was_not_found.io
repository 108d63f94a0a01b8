// A link can be removed once.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_downloadable_link.remove",[1,"link"]]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_downloadable_link.remove",[1,"link"]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":412,"message":"…","data":{"fault":"link_was_not_found","resource":"catalog_product_downloadable_link","parameter":"linkId"}}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_downloadable_link.remove",[99,"sample"]]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":412,"message":"…","data":{"fault":"link_was_not_found","resource":"catalog_product_downloadable_link","parameter":"linkId"}}}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_downloadable_link.remove",[0,"link"]]}
<< {"jsonrpc":"2.0","id":4,"error":{"code":412,"message":"…","data":{"fault":"link_was_not_found","resource":"catalog_product_downloadable_link","parameter":"linkId"}}}
