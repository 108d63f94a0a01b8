// Unknown customers, checked before the store.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","customer.update",[99,{},"nope"]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":102,"message":"…","data":{"fault":"customer_not_exists","resource":"customer","parameter":"customerId"}}}
