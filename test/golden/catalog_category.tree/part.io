// A part of the tree, with the names of a store view.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_category.create",[2,{"name":"Kitchen"}]]}
<< {"jsonrpc":"2.0","id":1,"result":3}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_category.create",[3,{"name":"Mugs"}]]}
<< {"jsonrpc":"2.0","id":2,"result":4}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_category.update",[4,{"name":"Tassen"},"german"]]}
<< {"jsonrpc":"2.0","id":3,"result":true}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_category.tree",[3,"german"]]}
<< {"jsonrpc":"2.0","id":4,"result":{"category_id":3,"parent_id":2,"name":"Kitchen","is_active":true,"position":1,"level":2,"children":[{"category_id":4,"parent_id":3,"name":"Tassen","is_active":true,"position":1,"level":3,"children":[]}]}}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_category.tree",4]}
<< {"jsonrpc":"2.0","id":5,"result":{"category_id":4,"parent_id":3,"name":"Mugs","is_active":true,"position":1,"level":3,"children":[]}}
