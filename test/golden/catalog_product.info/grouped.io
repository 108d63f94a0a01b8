// Attributes that do not apply to the type are absent.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.create",["grouped",4,"set-1",{"name":"Set","price":5,"weight":2}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product.info",[1,null,["price","weight","tier_price","name"]]]}
<< {"jsonrpc":"2.0","id":2,"result":{"product_id":1,"sku":"set-1","set":4,"type":"grouped","categories":[],"websites":[],"name":"Set"}}
