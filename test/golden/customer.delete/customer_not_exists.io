// A customer can be deleted once.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","customer.create",[{"email":"mila@shop.test","firstname":"Mila","lastname":"Novak","password":"secret-7","website_id":1}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","customer.delete",1]}
<< {"jsonrpc":"2.0","id":2,"result":true}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","customer.delete",1]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":102,"message":"…","data":{"fault":"customer_not_exists","resource":"customer","parameter":"customerId"}}}
