// Everything below is deleted too; siblings keep their positions; products stay.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_category.create",[2,{"name":"A"}]]}
<< {"jsonrpc":"2.0","id":1,"result":3}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_category.create",[2,{"name":"B"}]]}
<< {"jsonrpc":"2.0","id":2,"result":4}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_category.create",[3,{"name":"A1"}]]}
<< {"jsonrpc":"2.0","id":3,"result":5}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product.create",["simple",4,"mug",{"name":"mug","category_ids":[4,5]}]]}
<< {"jsonrpc":"2.0","id":4,"result":1}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_category.delete",3]}
<< {"jsonrpc":"2.0","id":5,"result":true}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","catalog_category.tree",2]}
<< {"jsonrpc":"2.0","id":6,"result":{"category_id":2,"parent_id":1,"name":"Default Category","is_active":true,"position":1,"level":1,"children":[{"category_id":4,"parent_id":2,"name":"B","is_active":true,"position":2,"level":2,"children":[]}]}}
>> {"jsonrpc":"2.0","id":7,"method":"call","params":["$session","catalog_category.info",[2,null,["children_count"]]]}
<< {"jsonrpc":"2.0","id":7,"result":{"category_id":2,"parent_id":1,"is_active":true,"position":1,"level":1,"children":"4","all_children":"2,4","children_count":1}}
>> {"jsonrpc":"2.0","id":8,"method":"call","params":["$session","catalog_category.assignedProducts",[4]]}
<< {"jsonrpc":"2.0","id":8,"result":[{"product_id":1,"type":"simple","set":4,"sku":"mug","position":1}]}
>> {"jsonrpc":"2.0","id":9,"method":"call","params":["$session","catalog_category.delete",3]}
<< {"jsonrpc":"2.0","id":9,"error":{"code":102,"message":"…","data":{"fault":"not_exists","resource":"catalog_category","parameter":"categoryId"}}}
>> {"jsonrpc":"2.0","id":10,"method":"call","params":["$session","catalog_category.delete",5]}
<< {"jsonrpc":"2.0","id":10,"error":{"code":102,"message":"…","data":{"fault":"not_exists","resource":"catalog_category","parameter":"categoryId"}}}
