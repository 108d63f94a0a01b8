// Checked before the tag.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_tag.update",[99,{"status":9},"nope"]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":101,"message":"…","data":{"fault":"store_not_exists","resource":"catalog_product_tag","parameter":"store"}}}
