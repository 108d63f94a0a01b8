// Checked before the changes.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_tag.update",[99,{"status":9},"default"]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":104,"message":"…","data":{"fault":"tag_not_exists","resource":"catalog_product_tag","parameter":"tagId"}}}
