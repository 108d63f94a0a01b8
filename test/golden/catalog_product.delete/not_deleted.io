// If the storage refuses, the product is unchanged.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.create",["simple",4,"mug-1",{"name":"Mug","price":12.5,"website_ids":[1]}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> POST /control/faults {"operation":"catalog_product.delete","fault":"not_deleted"}
<< 201
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product.delete",[1]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":103,"message":"…","data":{"fault":"not_deleted","resource":"catalog_product"}}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product.list"]}
<< {"jsonrpc":"2.0","id":3,"result":[{"product_id":1,"sku":"mug-1","name":"Mug","set":4,"type":"simple","category_ids":[],"website_ids":[1]}]}
