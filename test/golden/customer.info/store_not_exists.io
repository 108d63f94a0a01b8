// Unknown store views; a list is not a store view either.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","customer.create",[{"email":"mila@shop.test","firstname":"Mila","lastname":"Novak","password":"secret-7","website_id":1}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","customer.info",[1,"nope"]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":108,"message":"…","data":{"fault":"store_not_exists","resource":"customer","parameter":"store"}}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","customer.info",[1,["email"]]]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":108,"message":"…","data":{"fault":"store_not_exists","resource":"customer","parameter":"store"}}}
