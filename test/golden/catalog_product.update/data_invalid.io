// All problems are reported together, and nothing is stored.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.create",["simple",4,"mug-1",{"name":"Mug","price":12.5,"website_ids":[1]}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product.create",["simple",4,"mug-2",{"name":"Mug","price":12.5,"website_ids":[1]}]]}
<< {"jsonrpc":"2.0","id":2,"result":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product.update",[1,[5]]]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":102,"message":"…","data":{"fault":"data_invalid","resource":"catalog_product","errors":[{"field":"productData","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product.update",[1,{"name":"","sku":"MUG-2","price":5,"status":3}]]}
<< {"jsonrpc":"2.0","id":4,"error":{"code":102,"message":"…","data":{"fault":"data_invalid","resource":"catalog_product","errors":[{"field":"name","message":"…"},{"field":"status","message":"…"},{"field":"sku","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_product.info",[1,null,["price"]]]}
<< {"jsonrpc":"2.0","id":5,"result":{"product_id":1,"sku":"mug-1","set":4,"type":"simple","categories":[],"websites":[1],"price":12.5}}
