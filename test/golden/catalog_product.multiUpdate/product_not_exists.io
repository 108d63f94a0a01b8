// If one is missing, nothing changes; all missing ones are listed.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.create",["simple",4,"mug-1",{"name":"Mug","price":12.5,"website_ids":[1]}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product.multiUpdate",[[1,99,"x",1.5],{"status":2}]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":101,"message":"…","data":{"fault":"product_not_exists","resource":"catalog_product","products":[99,"x","1.5"],"parameter":"productIds"}}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product.info",[1,null,["status"]]]}
<< {"jsonrpc":"2.0","id":3,"result":{"product_id":1,"sku":"mug-1","set":4,"type":"simple","categories":[],"websites":[1],"status":1}}
