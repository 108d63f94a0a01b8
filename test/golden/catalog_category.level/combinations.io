// The eight combinations of website, store and category.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_category.create",[2,{"name":"Kitchen"}]]}
<< {"jsonrpc":"2.0","id":1,"result":3}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_category.create",[2,{"name":"Garden"}]]}
<< {"jsonrpc":"2.0","id":2,"result":4}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_category.create",[3,{"name":"Mugs"}]]}
<< {"jsonrpc":"2.0","id":3,"result":5}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_category.level",[]]}
<< {"jsonrpc":"2.0","id":4,"result":[{"category_id":2,"parent_id":1,"name":"Default Category","is_active":true,"position":1,"level":1}]}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_category.level",[null,null,3]]}
<< {"jsonrpc":"2.0","id":5,"result":[{"category_id":5,"parent_id":3,"name":"Mugs","is_active":true,"position":1,"level":3}]}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","catalog_category.level",[null,1]]}
<< {"jsonrpc":"2.0","id":6,"result":[{"category_id":3,"parent_id":2,"name":"Kitchen","is_active":true,"position":1,"level":2},{"category_id":4,"parent_id":2,"name":"Garden","is_active":true,"position":2,"level":2}]}
>> {"jsonrpc":"2.0","id":7,"method":"call","params":["$session","catalog_category.level",[null,1,3]]}
<< {"jsonrpc":"2.0","id":7,"result":[{"category_id":5,"parent_id":3,"name":"Mugs","is_active":true,"position":1,"level":3}]}
>> {"jsonrpc":"2.0","id":8,"method":"call","params":["$session","catalog_category.level",["base"]]}
<< {"jsonrpc":"2.0","id":8,"result":[{"category_id":2,"parent_id":1,"name":"Default Category","is_active":true,"position":1,"level":1}]}
>> {"jsonrpc":"2.0","id":9,"method":"call","params":["$session","catalog_category.level",["base",null,3]]}
<< {"jsonrpc":"2.0","id":9,"result":[{"category_id":5,"parent_id":3,"name":"Mugs","is_active":true,"position":1,"level":3}]}
>> {"jsonrpc":"2.0","id":10,"method":"call","params":["$session","catalog_category.level",["base","german"]]}
<< {"jsonrpc":"2.0","id":10,"result":[{"category_id":3,"parent_id":2,"name":"Kitchen","is_active":true,"position":1,"level":2},{"category_id":4,"parent_id":2,"name":"Garden","is_active":true,"position":2,"level":2}]}
>> {"jsonrpc":"2.0","id":11,"method":"call","params":["$session","catalog_category.level",["base",1,3]]}
<< {"jsonrpc":"2.0","id":11,"result":[{"category_id":5,"parent_id":3,"name":"Mugs","is_active":true,"position":1,"level":3}]}
