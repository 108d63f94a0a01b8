// The storage refuses.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","customer.create",[{"email":"mila@shop.test","firstname":"Mila","lastname":"Novak","password":"secret-7","website_id":1}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","customer_address.create",[1,{"firstname":"Mila","lastname":"Novak","street":["1 Main Street","Flat 2"],"city":"Springfield","postcode":"12345","country_id":"US","telephone":"555-0100"}]]}
<< {"jsonrpc":"2.0","id":2,"result":1}
>> POST /control/faults {"operation":"customer_address.delete","fault":"not_deleted"}
<< 201
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","customer_address.delete",1]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":103,"message":"…","data":{"fault":"not_deleted","resource":"customer_address"}}}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","customer_address.delete",1]}
<< {"jsonrpc":"2.0","id":4,"result":true}
