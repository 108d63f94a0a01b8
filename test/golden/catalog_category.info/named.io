// The base fields and the given attributes, by code or ID; unknown ones are omitted.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_category.create",[2,{"name":"Kitchen"}]]}
<< {"jsonrpc":"2.0","id":1,"result":3}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_category.info",[3,null,["url_path","nope",43,"created_at"]]]}
<< {"jsonrpc":"2.0","id":2,"result":{"category_id":3,"parent_id":2,"is_active":true,"position":1,"level":2,"children":"","all_children":"3","name":"Kitchen","url_path":"kitchen.html","created_at":"2025-06-01 12:00:00"}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_category.info",[3,null,[]]]}
<< {"jsonrpc":"2.0","id":3,"result":{"category_id":3,"parent_id":2,"is_active":true,"position":1,"level":2,"children":"","all_children":"3"}}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_category.info",[3,null,"name"]]}
<< {"jsonrpc":"2.0","id":4,"result":{"category_id":3,"parent_id":2,"is_active":true,"position":1,"level":2,"children":"","all_children":"3","name":"Kitchen"}}
