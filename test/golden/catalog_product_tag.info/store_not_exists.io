// The store view is checked first.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_tag.info",[99,"nope"]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":101,"message":"…","data":{"fault":"store_not_exists","resource":"catalog_product_tag","parameter":"store"}}}
