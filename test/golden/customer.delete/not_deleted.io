// The storage refuses.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","customer.create",[{"email":"mila@shop.test","firstname":"Mila","lastname":"Novak","password":"secret-7","website_id":1}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> POST /control/faults {"operation":"customer.delete","fault":"not_deleted"}
<< 201
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","customer.delete",1]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":103,"message":"…","data":{"fault":"not_deleted","resource":"customer"}}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","customer.delete",1]}
<< {"jsonrpc":"2.0","id":3,"result":true}
