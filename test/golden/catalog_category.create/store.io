// At a store view, required values become the defaults too; other values belong to the view.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_category.create",[2,{"name":"Küche","meta_title":"Alles"},"german"]]}
<< {"jsonrpc":"2.0","id":1,"result":3}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_category.info",[3,"german",["name","meta_title","url_key"]]]}
<< {"jsonrpc":"2.0","id":2,"result":{"category_id":3,"parent_id":2,"is_active":true,"position":1,"level":2,"children":"","all_children":"3","name":"Küche","meta_title":"Alles","url_key":"kuche"}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_category.info",[3,0,["name","meta_title","url_key"]]]}
<< {"jsonrpc":"2.0","id":3,"result":{"category_id":3,"parent_id":2,"is_active":true,"position":1,"level":2,"children":"","all_children":"3","name":"Küche","meta_title":null,"url_key":"kuche"}}
