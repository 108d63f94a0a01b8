// Addresses are deleted with the customer; their IDs are never used again.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","customer.create",[{"email":"mila@shop.test","firstname":"Mila","lastname":"Novak","password":"secret-7","website_id":1}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","customer_address.create",[1,{"firstname":"Mila","lastname":"Novak","street":["1 Main Street","Flat 2"],"city":"Springfield","postcode":"12345","country_id":"US","telephone":"555-0100"}]]}
<< {"jsonrpc":"2.0","id":2,"result":1}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","customer.delete",1]}
<< {"jsonrpc":"2.0","id":3,"result":true}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","customer.info",1]}
<< {"jsonrpc":"2.0","id":4,"error":{"code":102,"message":"…","data":{"fault":"customer_not_exists","resource":"customer","parameter":"customerId"}}}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","customer_address.info",1]}
<< {"jsonrpc":"2.0","id":5,"error":{"code":102,"message":"…","data":{"fault":"address_not_exists","resource":"customer_address","parameter":"addressId"}}}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","customer.create",[{"email":"mila@shop.test","firstname":"Mila","lastname":"Novak","password":"secret-7","website_id":1}]]}
<< {"jsonrpc":"2.0","id":6,"result":2}
>> {"jsonrpc":"2.0","id":7,"method":"call","params":["$session","customer_address.create",[2,{"firstname":"Mila","lastname":"Novak","street":["1 Main Street","Flat 2"],"city":"Springfield","postcode":"12345","country_id":"US","telephone":"555-0100"}]]}
<< {"jsonrpc":"2.0","id":7,"result":2}
