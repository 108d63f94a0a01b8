// An unknown store view is refused before the data is checked.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","customer.create",[{"email":[]},"nope"]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":108,"message":"…","data":{"fault":"store_not_exists","resource":"customer","parameter":"store"}}}
