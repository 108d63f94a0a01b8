// Without data.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","customer.create",[{"email":"mila@shop.test","firstname":"Mila","lastname":"Novak","password":"secret-7","website_id":1}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","customer_address.create",[1]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":6,"message":"…","data":{"fault":"invalid_request_param","parameter":"addressData"}}}
