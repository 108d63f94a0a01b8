// null and an omitted member keep the value, an empty text clears it.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","customer.create",[{"email":"mila@shop.test","firstname":"Mila","lastname":"Novak","password":"secret-7","website_id":1,"taxvat":"X1","prefix":"Ms","dob":"1990-02-11"}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> PUT /control/clock {"now":"2025-06-01 12:10:00"}
<< 200
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","customer.update",[1,{"lastname":"Meyer","taxvat":"","dob":"","prefix":null,"group_id":"3","email":"MILA@shop.test","password":""}]]}
<< {"jsonrpc":"2.0","id":2,"result":true}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","customer.info",1]}
<< {"jsonrpc":"2.0","id":3,"result":{"customer_id":1,"email":"MILA@shop.test","firstname":"Mila","lastname":"Meyer","middlename":"","prefix":"Ms","suffix":"","created_at":"2025-06-01 12:00:00","updated_at":"2025-06-01 12:10:00","website_id":1,"group_id":3,"dob":null,"taxvat":"","confirmation":null,"created_in":"Admin","default_billing":null,"default_shipping":null,"is_active":1}}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","customer.update",[1,{}]]}
<< {"jsonrpc":"2.0","id":4,"result":true}
