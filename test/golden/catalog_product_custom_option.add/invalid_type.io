// An absent or unknown type.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_custom_option.add",[1,{"title":"A","additional_fields":[{"price":1}]}]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":106,"message":"…","data":{"fault":"invalid_type","resource":"catalog_product_custom_option"}}}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_custom_option.add",[1,{"title":"A","type":"Field","additional_fields":[{"price":1}]}]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":106,"message":"…","data":{"fault":"invalid_type","resource":"catalog_product_custom_option","parameter":"data.type"}}}
