// The product is required; attributes are codes; identifierType has two values.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.info"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":6,"message":"…","data":{"fault":"invalid_request_param","parameter":"productId"}}}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product.info",[1,null,{"attributes":[]}]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":6,"message":"…","data":{"fault":"invalid_request_param","parameter":"attributes"}}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product.info",[1,null,null,"ean"]]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":6,"message":"…","data":{"fault":"invalid_request_param","parameter":"identifierType"}}}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product.info",[[1]]]}
<< {"jsonrpc":"2.0","id":4,"error":{"code":6,"message":"…","data":{"fault":"invalid_request_param","parameter":"productId"}}}
