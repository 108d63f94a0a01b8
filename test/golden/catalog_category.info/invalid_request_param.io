// The list of attributes is neither an object nor a boolean.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_category.info",[2,null,{"name":1}]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":6,"message":"…","data":{"fault":"invalid_request_param","parameter":"attributes"}}}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_category.info",[2,null,true]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":6,"message":"…","data":{"fault":"invalid_request_param","parameter":"attributes"}}}
