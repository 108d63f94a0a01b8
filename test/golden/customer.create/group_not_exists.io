// Unknown groups and the one of visitors.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","customer.create",[{"email":"mila@shop.test","firstname":"Mila","lastname":"Novak","password":"secret-7","website_id":1,"group_id":99}]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":107,"message":"…","data":{"fault":"group_not_exists","resource":"customer","parameter":"customerData.group_id"}}}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","customer.create",[{"email":"mila@shop.test","firstname":"Mila","lastname":"Novak","password":"secret-7","website_id":1,"group_id":0}]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":107,"message":"…","data":{"fault":"group_not_exists","resource":"customer","parameter":"customerData.group_id"}}}
