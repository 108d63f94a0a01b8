// A position is a whole number.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.create",["simple",4,"mug",{"name":"mug","category_ids":[2]}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_category.updateProduct",[2,1,1.5]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":103,"message":"…","data":{"fault":"data_invalid","resource":"catalog_category","errors":[{"field":"position","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_category.assignedProducts",[2]]}
<< {"jsonrpc":"2.0","id":3,"result":[{"product_id":1,"type":"simple","set":4,"sku":"mug","position":1}]}
