// A position is a whole number; category 1 takes no products.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.create",["simple",4,"mug",{"name":"mug"}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_category.assignProduct",[2,1,"x"]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":103,"message":"…","data":{"fault":"data_invalid","resource":"catalog_category","errors":[{"field":"position","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_category.assignProduct",[1,1]]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":103,"message":"…","data":{"fault":"data_invalid","resource":"catalog_category","parameter":"categoryId"}}}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_category.assignedProducts",[2]]}
<< {"jsonrpc":"2.0","id":4,"result":[]}
