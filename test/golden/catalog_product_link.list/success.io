// By ID, not by position; in one direction; qty only in groups.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_link.list",["related",1]]}
<< {"jsonrpc":"2.0","id":1,"result":[{"product_id":2,"type":"simple","set":4,"sku":"mug-02","position":2},{"product_id":12,"type":"simple","set":9,"sku":"plate-02","position":1}]}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_link.list",["related","mug-02","sku"]]}
<< {"jsonrpc":"2.0","id":2,"result":[{"product_id":1,"type":"simple","set":4,"sku":"mug-01","position":null}]}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_link.list",["related",12]]}
<< {"jsonrpc":"2.0","id":3,"result":[]}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_link.list",["cross_sell","MUG-01","sku"]]}
<< {"jsonrpc":"2.0","id":4,"result":[{"product_id":25,"type":"simple","set":9,"sku":"jug-01","position":1}]}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_product_link.list",["grouped","service-dinner","sku"]]}
<< {"jsonrpc":"2.0","id":5,"result":[{"product_id":11,"type":"simple","set":9,"sku":"plate-01","position":1,"qty":2},{"product_id":13,"type":"simple","set":9,"sku":"plate-03","position":2,"qty":2},{"product_id":15,"type":"simple","set":9,"sku":"plate-05","position":3,"qty":null}]}
