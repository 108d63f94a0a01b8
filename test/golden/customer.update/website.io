// Moving to another website; created_in always names the original store view.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","customer.create",[{"email":"mila@shop.test","firstname":"Mila","lastname":"Novak","password":"secret-7","website_id":1},"default"]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","customer.update",[1,{"website_id":2},"second_default"]]}
<< {"jsonrpc":"2.0","id":2,"result":true}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","customer.info",1]}
<< {"jsonrpc":"2.0","id":3,"result":{"customer_id":1,"email":"mila@shop.test","firstname":"Mila","lastname":"Novak","middlename":"","prefix":"","suffix":"","created_at":"2025-06-01 12:00:00","updated_at":"2025-06-01 12:00:00","website_id":2,"group_id":1,"dob":null,"taxvat":"","confirmation":null,"created_in":"Default Store View","default_billing":null,"default_shipping":null,"is_active":1}}
