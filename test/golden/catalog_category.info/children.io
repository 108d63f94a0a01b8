// Active children in order; all_children is one flat list of all active descendants.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_category.create",[2,{"name":"A"}]]}
<< {"jsonrpc":"2.0","id":1,"result":3}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_category.create",[2,{"name":"B"}]]}
<< {"jsonrpc":"2.0","id":2,"result":4}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_category.create",[3,{"name":"A1"}]]}
<< {"jsonrpc":"2.0","id":3,"result":5}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_category.create",[3,{"name":"A2","is_active":false}]]}
<< {"jsonrpc":"2.0","id":4,"result":6}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_category.info",[2,null,["children_count"]]]}
<< {"jsonrpc":"2.0","id":5,"result":{"category_id":2,"parent_id":1,"is_active":true,"position":1,"level":1,"children":"3,4","all_children":"2,3,5,4","children_count":4}}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","catalog_category.info",[3,null,[]]]}
<< {"jsonrpc":"2.0","id":6,"result":{"category_id":3,"parent_id":2,"is_active":true,"position":1,"level":2,"children":"5","all_children":"3,5"}}
>> {"jsonrpc":"2.0","id":7,"method":"call","params":["$session","catalog_category.info",[6,null,[]]]}
<< {"jsonrpc":"2.0","id":7,"result":{"category_id":6,"parent_id":3,"is_active":false,"position":2,"level":3,"children":"","all_children":"6"}}
