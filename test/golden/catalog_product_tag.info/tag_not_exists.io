// IDs are whole numbers or digits.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_tag.info",[99,"default"]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":104,"message":"…","data":{"fault":"tag_not_exists","resource":"catalog_product_tag","parameter":"tagId"}}}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_tag.info",["1 abc","default"]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":104,"message":"…","data":{"fault":"tag_not_exists","resource":"catalog_product_tag","parameter":"tagId"}}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_tag.info",[true,"default"]]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":104,"message":"…","data":{"fault":"tag_not_exists","resource":"catalog_product_tag","parameter":"tagId"}}}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_tag.info",["stoneware","default"]]}
<< {"jsonrpc":"2.0","id":4,"error":{"code":104,"message":"…","data":{"fault":"tag_not_exists","resource":"catalog_product_tag","parameter":"tagId"}}}
