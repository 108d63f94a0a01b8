// Without a valid member nothing happens, whatever the linked product.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_link.update",["related",1,"nope"]]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_link.update",["related",1,"nope",{"qty":3}]]}
<< {"jsonrpc":"2.0","id":2,"result":true}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_link.update",["related",1,"",{"position":null}]]}
<< {"jsonrpc":"2.0","id":3,"result":true}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_link.update",["related",1,3,[]]]}
<< {"jsonrpc":"2.0","id":4,"result":true}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_product_link.update",["related",1,1,{"position":3}]]}
<< {"jsonrpc":"2.0","id":5,"result":true}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","catalog_product_link.list",["related",1]]}
<< {"jsonrpc":"2.0","id":6,"result":[{"product_id":2,"type":"simple","set":4,"sku":"mug-02","position":2},{"product_id":12,"type":"simple","set":9,"sku":"plate-02","position":1}]}
