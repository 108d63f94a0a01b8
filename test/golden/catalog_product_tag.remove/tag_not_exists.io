// Not even the second time.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_tag.remove",["1"]]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_tag.remove",[1]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":104,"message":"…","data":{"fault":"tag_not_exists","resource":"catalog_product_tag","parameter":"tagId"}}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_tag.remove",[0]]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":104,"message":"…","data":{"fault":"tag_not_exists","resource":"catalog_product_tag","parameter":"tagId"}}}
