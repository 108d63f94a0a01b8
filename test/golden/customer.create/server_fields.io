// Fields of the server are ignored and do not affect other customers.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","customer.create",[{"email":"mila@shop.test","firstname":"Mila","lastname":"Novak","password":"secret-7","website_id":1}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","customer.create",[{"email":"other@shop.test","firstname":"Mila","lastname":"Novak","password":"secret-7","website_id":1,"customer_id":1,"entity_id":1,"password_hash":"x","created_at":"2001-01-01 00:00:00","created_in":"x","default_billing":1,"confirmation":"x"}]]}
<< {"jsonrpc":"2.0","id":2,"result":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","customer.info",1]}
<< {"jsonrpc":"2.0","id":3,"result":{"customer_id":1,"email":"mila@shop.test","firstname":"Mila","lastname":"Novak","middlename":"","prefix":"","suffix":"","created_at":"2025-06-01 12:00:00","updated_at":"2025-06-01 12:00:00","website_id":1,"group_id":1,"dob":null,"taxvat":"","confirmation":null,"created_in":"Admin","default_billing":null,"default_shipping":null,"is_active":1}}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","customer.info",2]}
<< {"jsonrpc":"2.0","id":4,"result":{"customer_id":2,"email":"other@shop.test","firstname":"Mila","lastname":"Novak","middlename":"","prefix":"","suffix":"","created_at":"2025-06-01 12:00:00","updated_at":"2025-06-01 12:00:00","website_id":1,"group_id":1,"dob":null,"taxvat":"","confirmation":null,"created_in":"Admin","default_billing":null,"default_shipping":null,"is_active":1}}
