// The data is required.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.create",["simple",4,"a"]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":6,"message":"…","data":{"fault":"invalid_request_param","parameter":"productData"}}}
