// No other address becomes the default.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","customer.create",[{"email":"mila@shop.test","firstname":"Mila","lastname":"Novak","password":"secret-7","website_id":1}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","customer_address.create",[1,{"firstname":"Mila","lastname":"Novak","street":["1 Main Street","Flat 2"],"city":"Springfield","postcode":"12345","country_id":"US","telephone":"555-0100","is_default_billing":true,"is_default_shipping":true}]]}
<< {"jsonrpc":"2.0","id":2,"result":1}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","customer_address.create",[1,{"firstname":"Mila","lastname":"Novak","street":["1 Main Street","Flat 2"],"city":"Springfield","postcode":"12345","country_id":"US","telephone":"555-0100"}]]}
<< {"jsonrpc":"2.0","id":3,"result":2}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","customer_address.delete",1]}
<< {"jsonrpc":"2.0","id":4,"result":true}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","customer.info",1]}
<< {"jsonrpc":"2.0","id":5,"result":{"customer_id":1,"email":"mila@shop.test","firstname":"Mila","lastname":"Novak","middlename":"","prefix":"","suffix":"","created_at":"2025-06-01 12:00:00","updated_at":"2025-06-01 12:00:00","website_id":1,"group_id":1,"dob":null,"taxvat":"","confirmation":null,"created_in":"Admin","default_billing":null,"default_shipping":null,"is_active":1}}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","customer_address.delete",2]}
<< {"jsonrpc":"2.0","id":6,"result":true}
>> {"jsonrpc":"2.0","id":7,"method":"call","params":["$session","customer_address.list",1]}
<< {"jsonrpc":"2.0","id":7,"result":[]}
