// A single filters object may be given without the surrounding list.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","customer.create",[{"email":"mila@shop.test","firstname":"Mila","lastname":"Novak","password":"secret-7","website_id":1}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","customer.create",[{"email":"otto@shop.test","firstname":"Otto","lastname":"Novak","password":"secret-7","website_id":2,"group_id":2}]]}
<< {"jsonrpc":"2.0","id":2,"result":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","customer.list",{"email":{"like":"OTTO%"}}]}
<< {"jsonrpc":"2.0","id":3,"result":[{"customer_id":2,"email":"otto@shop.test","firstname":"Otto","lastname":"Novak","created_at":"2025-06-01 12:00:00","updated_at":"2025-06-01 12:00:00","website_id":2,"group_id":2}]}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","customer.list",[{"customer_id":[1,7],"group_id":1}]]}
<< {"jsonrpc":"2.0","id":4,"result":[{"customer_id":1,"email":"mila@shop.test","firstname":"Mila","lastname":"Novak","created_at":"2025-06-01 12:00:00","updated_at":"2025-06-01 12:00:00","website_id":1,"group_id":1}]}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","customer.list",[{"taxvat":"","created_at":{"from":"2025-06-01","to":"2025-06-02"}}]]}
<< {"jsonrpc":"2.0","id":5,"result":[{"customer_id":1,"email":"mila@shop.test","firstname":"Mila","lastname":"Novak","created_at":"2025-06-01 12:00:00","updated_at":"2025-06-01 12:00:00","website_id":1,"group_id":1},{"customer_id":2,"email":"otto@shop.test","firstname":"Otto","lastname":"Novak","created_at":"2025-06-01 12:00:00","updated_at":"2025-06-01 12:00:00","website_id":2,"group_id":2}]}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","customer.list",[{"firstname":"Nobody"}]]}
<< {"jsonrpc":"2.0","id":6,"result":[]}
