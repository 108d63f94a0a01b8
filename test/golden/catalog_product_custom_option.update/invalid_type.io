// An unknown type is reported before other members.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_custom_option.update",[1,{"type":"nope","sort_order":-1}]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":106,"message":"…","data":{"fault":"invalid_type","resource":"catalog_product_custom_option","parameter":"data.type"}}}
