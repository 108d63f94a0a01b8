// The customer is checked before the data.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","customer_address.create",[99,"text"]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":101,"message":"…","data":{"fault":"customer_not_exists","resource":"customer_address","parameter":"customerId"}}}
