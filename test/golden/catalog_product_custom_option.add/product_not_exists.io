// The product is checked before the data.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_custom_option.add",[999,{}]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":101,"message":"…","data":{"fault":"product_not_exists","resource":"catalog_product_custom_option","parameter":"productId"}}}
