// Without data.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","customer.create",[{"email":"mila@shop.test","firstname":"Mila","lastname":"Novak","password":"secret-7","website_id":1}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","customer_address.create",[1,{"firstname":"Mila","lastname":"Novak","street":["1 Main Street","Flat 2"],"city":"Springfield","postcode":"12345","country_id":"US","telephone":"555-0100"}]]}
<< {"jsonrpc":"2.0","id":2,"result":1}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","customer_address.update",[1,null]]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":6,"message":"…","data":{"fault":"invalid_request_param","parameter":"addressData"}}}
