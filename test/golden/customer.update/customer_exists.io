// Another customer of the website has the e-mail address.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","customer.create",[{"email":"mila@shop.test","firstname":"Mila","lastname":"Novak","password":"secret-7","website_id":1}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","customer.create",[{"email":"other@shop.test","firstname":"Mila","lastname":"Novak","password":"secret-7","website_id":1}]]}
<< {"jsonrpc":"2.0","id":2,"result":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","customer.create",[{"email":"mila@shop.test","firstname":"Mila","lastname":"Novak","password":"secret-7","website_id":2}]]}
<< {"jsonrpc":"2.0","id":3,"result":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","customer.update",[2,{"email":"MILA@shop.test"}]]}
<< {"jsonrpc":"2.0","id":4,"error":{"code":105,"message":"…","data":{"fault":"customer_exists","resource":"customer","parameter":"customerData.email"}}}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","customer.update",[1,{"website_id":2}]]}
<< {"jsonrpc":"2.0","id":5,"error":{"code":105,"message":"…","data":{"fault":"customer_exists","resource":"customer"}}}
