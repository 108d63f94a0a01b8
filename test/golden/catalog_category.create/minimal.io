// Only a name is needed; the first child gets position 1, and all ancestors count it.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_category.create",[2,{"name":"Kitchen"}]]}
<< {"jsonrpc":"2.0","id":1,"result":3}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_category.create",[3,{"name":"Mugs & Cups"}]]}
<< {"jsonrpc":"2.0","id":2,"result":4}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_category.info",[4,null,["path","url_key","url_path","display_mode","include_in_menu"]]]}
<< {"jsonrpc":"2.0","id":3,"result":{"category_id":4,"parent_id":3,"is_active":true,"position":1,"level":3,"children":"","all_children":"4","path":"1/2/3/4","url_key":"mugs-and-cups","url_path":"kitchen/mugs-and-cups.html","display_mode":"PRODUCTS","include_in_menu":true}}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_category.info",[1,null,["children_count"]]]}
<< {"jsonrpc":"2.0","id":4,"result":{"category_id":1,"parent_id":0,"is_active":true,"position":0,"level":0,"children":"2","all_children":"1,2,3,4","children_count":3}}
