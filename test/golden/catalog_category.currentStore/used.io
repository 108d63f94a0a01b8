// Operations without a store use the current one; store 0 overrides it.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_category.create",[2,{"name":"Kitchen"}]]}
<< {"jsonrpc":"2.0","id":1,"result":3}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_category.update",[3,{"name":"Küche"},"german"]]}
<< {"jsonrpc":"2.0","id":2,"result":true}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_category.currentStore",[3]]}
<< {"jsonrpc":"2.0","id":3,"result":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_category.info",[3,null,["name"]]]}
<< {"jsonrpc":"2.0","id":4,"result":{"category_id":3,"parent_id":2,"is_active":true,"position":1,"level":2,"children":"","all_children":"3","name":"Küche"}}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_category.info",[3,0,["name"]]]}
<< {"jsonrpc":"2.0","id":5,"result":{"category_id":3,"parent_id":2,"is_active":true,"position":1,"level":2,"children":"","all_children":"3","name":"Kitchen"}}
