// A list does not identify a customer.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","customer.info",[[1]]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":6,"message":"…","data":{"fault":"invalid_request_param","parameter":"customerId"}}}
