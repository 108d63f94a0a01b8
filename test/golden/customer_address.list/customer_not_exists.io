// Unknown customers.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","customer_address.list",99]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":101,"message":"…","data":{"fault":"customer_not_exists","resource":"customer_address","parameter":"customerId"}}}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","customer_address.list","abc"]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":101,"message":"…","data":{"fault":"customer_not_exists","resource":"customer_address","parameter":"customerId"}}}
