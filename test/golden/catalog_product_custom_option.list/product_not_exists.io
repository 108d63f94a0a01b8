// A SKU does not identify a product here.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_custom_option.list",[999]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":101,"message":"…","data":{"fault":"product_not_exists","resource":"catalog_product_custom_option","parameter":"productId"}}}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_custom_option.list",["gift-02"]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":101,"message":"…","data":{"fault":"product_not_exists","resource":"catalog_product_custom_option","parameter":"productId"}}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_custom_option.list",[0]]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":101,"message":"…","data":{"fault":"product_not_exists","resource":"catalog_product_custom_option","parameter":"productId"}}}
