// Website 0 and store 0 count as not given; the current store is not used.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_category.create",[2,{"name":"Kitchen"}]]}
<< {"jsonrpc":"2.0","id":1,"result":3}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_category.currentStore",[1]]}
<< {"jsonrpc":"2.0","id":2,"result":1}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_category.level",[0,0]]}
<< {"jsonrpc":"2.0","id":3,"result":[{"category_id":2,"parent_id":1,"name":"Default Category","is_active":true,"position":1,"level":1}]}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_category.level",["admin","admin"]]}
<< {"jsonrpc":"2.0","id":4,"result":[{"category_id":2,"parent_id":1,"name":"Default Category","is_active":true,"position":1,"level":1}]}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_category.level",[0,1]]}
<< {"jsonrpc":"2.0","id":5,"result":[{"category_id":3,"parent_id":2,"name":"Kitchen","is_active":true,"position":1,"level":2}]}
