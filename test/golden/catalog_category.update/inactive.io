// A category that is inactive at one view is missing only there.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_category.create",[2,{"name":"Kitchen"}]]}
<< {"jsonrpc":"2.0","id":1,"result":3}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_category.update",[3,{"is_active":false},"german"]]}
<< {"jsonrpc":"2.0","id":2,"result":true}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_category.info",[2,"german",[]]]}
<< {"jsonrpc":"2.0","id":3,"result":{"category_id":2,"parent_id":1,"is_active":true,"position":1,"level":1,"children":"","all_children":"2"}}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_category.info",[2,0,[]]]}
<< {"jsonrpc":"2.0","id":4,"result":{"category_id":2,"parent_id":1,"is_active":true,"position":1,"level":1,"children":"3","all_children":"2,3"}}
