// The tree starts at category 1, also with a store, and shows inactive categories.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_category.create",[2,{"name":"Kitchen","is_active":false}]]}
<< {"jsonrpc":"2.0","id":1,"result":3}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_category.create",[2,{"name":"Garden"}]]}
<< {"jsonrpc":"2.0","id":2,"result":4}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_category.create",[3,{"name":"Mugs"}]]}
<< {"jsonrpc":"2.0","id":3,"result":5}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_category.tree",[]]}
<< {"jsonrpc":"2.0","id":4,"result":{"category_id":1,"parent_id":0,"name":"Root Catalog","is_active":true,"position":0,"level":0,"children":[{"category_id":2,"parent_id":1,"name":"Default Category","is_active":true,"position":1,"level":1,"children":[{"category_id":3,"parent_id":2,"name":"Kitchen","is_active":false,"position":1,"level":2,"children":[{"category_id":5,"parent_id":3,"name":"Mugs","is_active":true,"position":1,"level":3,"children":[]}]},{"category_id":4,"parent_id":2,"name":"Garden","is_active":true,"position":2,"level":2,"children":[]}]}]}}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_category.tree",[null,1]]}
<< {"jsonrpc":"2.0","id":5,"result":{"category_id":1,"parent_id":0,"name":"Root Catalog","is_active":true,"position":0,"level":0,"children":[{"category_id":2,"parent_id":1,"name":"Default Category","is_active":true,"position":1,"level":1,"children":[{"category_id":3,"parent_id":2,"name":"Kitchen","is_active":false,"position":1,"level":2,"children":[{"category_id":5,"parent_id":3,"name":"Mugs","is_active":true,"position":1,"level":3,"children":[]}]},{"category_id":4,"parent_id":2,"name":"Garden","is_active":true,"position":2,"level":2,"children":[]}]}]}}
