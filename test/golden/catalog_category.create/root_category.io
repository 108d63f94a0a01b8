// Under category 1 it becomes a further root category.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_category.create",[1,{"name":"Second shop"}]]}
<< {"jsonrpc":"2.0","id":1,"result":3}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_category.level",[]]}
<< {"jsonrpc":"2.0","id":2,"result":[{"category_id":2,"parent_id":1,"name":"Default Category","is_active":true,"position":1,"level":1},{"category_id":3,"parent_id":1,"name":"Second shop","is_active":true,"position":2,"level":1}]}
