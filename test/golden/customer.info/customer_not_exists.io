// Unknown customers, checked before the store.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","customer.info",[99,"nope"]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":102,"message":"…","data":{"fault":"customer_not_exists","resource":"customer","parameter":"customerId"}}}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","customer.info",["abc"]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":102,"message":"…","data":{"fault":"customer_not_exists","resource":"customer","parameter":"customerId"}}}
