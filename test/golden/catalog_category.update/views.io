// A view keeps its own values, uses new defaults of other values, and removes its own with false.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_category.create",[2,{"name":"Kitchen"}]]}
<< {"jsonrpc":"2.0","id":1,"result":3}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_category.update",[3,{"name":"Küche"},"german"]]}
<< {"jsonrpc":"2.0","id":2,"result":true}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_category.update",[3,{"description":"New"},0]]}
<< {"jsonrpc":"2.0","id":3,"result":true}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_category.info",[3,"german",["name","description"]]]}
<< {"jsonrpc":"2.0","id":4,"result":{"category_id":3,"parent_id":2,"is_active":true,"position":1,"level":2,"children":"","all_children":"3","name":"Küche","description":"New"}}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_category.update",[3,{"name":false},"german"]]}
<< {"jsonrpc":"2.0","id":5,"result":true}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","catalog_category.info",[3,"german",["name"]]]}
<< {"jsonrpc":"2.0","id":6,"result":{"category_id":3,"parent_id":2,"is_active":true,"position":1,"level":2,"children":"","all_children":"3","name":"Kitchen"}}
