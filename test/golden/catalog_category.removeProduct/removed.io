// The product is removed from the category and stays in the shop.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.create",["simple",4,"mug",{"name":"mug","category_ids":[2]}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_category.removeProduct",[2,"MUG","sku"]]}
<< {"jsonrpc":"2.0","id":2,"result":true}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_category.assignedProducts",[2]]}
<< {"jsonrpc":"2.0","id":3,"result":[]}
