// Unknown websites and the technical one; checked before the group.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","customer.create",[{"email":"mila@shop.test","firstname":"Mila","lastname":"Novak","password":"secret-7","website_id":99,"group_id":99}]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":106,"message":"…","data":{"fault":"website_not_exists","resource":"customer","parameter":"customerData.website_id"}}}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","customer.create",[{"email":"mila@shop.test","firstname":"Mila","lastname":"Novak","password":"secret-7","website_id":0}]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":106,"message":"…","data":{"fault":"website_not_exists","resource":"customer","parameter":"customerData.website_id"}}}
