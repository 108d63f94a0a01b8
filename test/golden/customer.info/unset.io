// All 18 members are present, even if they are unset; the store is only checked.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","customer.create",[{"email":"mila@shop.test","firstname":"Mila","lastname":"Novak","password":"secret-7","website_id":1}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","customer.info",[1,"german"]]}
<< {"jsonrpc":"2.0","id":2,"result":{"customer_id":1,"email":"mila@shop.test","firstname":"Mila","lastname":"Novak","middlename":"","prefix":"","suffix":"","created_at":"2025-06-01 12:00:00","updated_at":"2025-06-01 12:00:00","website_id":1,"group_id":1,"dob":null,"taxvat":"","confirmation":null,"created_in":"Admin","default_billing":null,"default_shipping":null,"is_active":1}}
