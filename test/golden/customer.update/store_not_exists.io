// Unknown store views, checked before the content.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","customer.create",[{"email":"mila@shop.test","firstname":"Mila","lastname":"Novak","password":"secret-7","website_id":1}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","customer.update",[1,{"email":"bad"},"nope"]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":108,"message":"…","data":{"fault":"store_not_exists","resource":"customer","parameter":"store"}}}
