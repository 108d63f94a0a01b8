// A given position is stored unchanged; equal positions are sorted by ID.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_category.create",[2,{"name":"A"}]]}
<< {"jsonrpc":"2.0","id":1,"result":3}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_category.create",[2,{"name":"B","position":0}]]}
<< {"jsonrpc":"2.0","id":2,"result":4}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_category.create",[2,{"name":"C","position":1}]]}
<< {"jsonrpc":"2.0","id":3,"result":5}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_category.create",[2,{"name":"D"}]]}
<< {"jsonrpc":"2.0","id":4,"result":6}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_category.level",[null,1]]}
<< {"jsonrpc":"2.0","id":5,"result":[{"category_id":4,"parent_id":2,"name":"B","is_active":true,"position":0,"level":2},{"category_id":3,"parent_id":2,"name":"A","is_active":true,"position":1,"level":2},{"category_id":5,"parent_id":2,"name":"C","is_active":true,"position":1,"level":2},{"category_id":6,"parent_id":2,"name":"D","is_active":true,"position":2,"level":2}]}
