// Only the members given change; url_key does not follow the name by itself.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_category.create",[2,{"name":"Kitchen","meta_title":"T"}]]}
<< {"jsonrpc":"2.0","id":1,"result":3}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_category.update",[3,{"name":"Cooking","description":null}]]}
<< {"jsonrpc":"2.0","id":2,"result":true}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_category.info",[3,null,["name","url_key","meta_title"]]]}
<< {"jsonrpc":"2.0","id":3,"result":{"category_id":3,"parent_id":2,"is_active":true,"position":1,"level":2,"children":"","all_children":"3","name":"Cooking","url_key":"kitchen","meta_title":"T"}}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_category.update",[3,{"url_key":"","meta_title":""}]]}
<< {"jsonrpc":"2.0","id":4,"result":true}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_category.info",[3,null,["url_key","meta_title"]]]}
<< {"jsonrpc":"2.0","id":5,"result":{"category_id":3,"parent_id":2,"is_active":true,"position":1,"level":2,"children":"","all_children":"3","url_key":"cooking","meta_title":null}}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","catalog_category.update",[3,{}]]}
<< {"jsonrpc":"2.0","id":6,"result":true}
