// Without data.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","customer.create",[null]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":6,"message":"…","data":{"fault":"invalid_request_param","parameter":"customerData"}}}
