// The store is checked first.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","customer.list",[{"nonsense":1},"nope"]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":108,"message":"…","data":{"fault":"store_not_exists","resource":"customer","parameter":"store"}}}
