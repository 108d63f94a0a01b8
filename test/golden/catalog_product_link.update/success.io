// Only given members change; a missing link is created, if a valid member is given.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_link.update",["grouped","service-dinner","plate-01",{"position":9},"sku"]]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_link.update",["grouped","service-dinner",13,{"qty":4,"position":null},"sku"]]}
<< {"jsonrpc":"2.0","id":2,"result":true}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_link.update",["grouped","service-dinner","plate-05",{},"sku"]]}
<< {"jsonrpc":"2.0","id":3,"result":true}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_link.update",["grouped","service-dinner","mug-01",null,"sku"]]}
<< {"jsonrpc":"2.0","id":4,"result":true}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_product_link.update",["grouped","service-dinner","mug-02",{"qty":6},"sku"]]}
<< {"jsonrpc":"2.0","id":5,"result":true}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","catalog_product_link.list",["grouped","service-dinner","sku"]]}
<< {"jsonrpc":"2.0","id":6,"result":[{"product_id":2,"type":"simple","set":4,"sku":"mug-02","position":null,"qty":6},{"product_id":11,"type":"simple","set":9,"sku":"plate-01","position":9,"qty":2},{"product_id":13,"type":"simple","set":9,"sku":"plate-03","position":2,"qty":4},{"product_id":15,"type":"simple","set":9,"sku":"plate-05","position":3,"qty":null}]}
