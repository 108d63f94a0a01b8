// All fields, text trimmed; the store view gives created_in.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","customer.create",[{"email":" Mila@Shop.test ","firstname":" Mila ","lastname":"Novak","password":"secret-7","website_id":1,"group_id":"2","middlename":"M.","prefix":"Dr","suffix":"","dob":"1990-02-11 10:00:00","taxvat":4711,"is_subscribed":true,"is_active":0,"gender":2,"disable_auto_group_change":1,"nonsense":{}},"default"]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","customer.info",1]}
<< {"jsonrpc":"2.0","id":2,"result":{"customer_id":1,"email":"Mila@Shop.test","firstname":"Mila","lastname":"Novak","middlename":"M.","prefix":"Dr","suffix":"","created_at":"2025-06-01 12:00:00","updated_at":"2025-06-01 12:00:00","website_id":1,"group_id":2,"dob":"1990-02-11","taxvat":"4711","confirmation":null,"created_in":"Default Store View","default_billing":null,"default_shipping":null,"is_active":0}}
