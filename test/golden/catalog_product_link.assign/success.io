// A second assignment replaces the first; omitted members become null.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_link.assign",["up_sell",1,"plate-05",{"position":"7","qty":3}]]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_link.list",["up_sell",1]]}
<< {"jsonrpc":"2.0","id":2,"result":[{"product_id":4,"type":"simple","set":9,"sku":"mug-04","position":1},{"product_id":15,"type":"simple","set":9,"sku":"plate-05","position":7}]}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_link.assign",["up_sell","mug-01","PLATE-05",null,"sku"]]}
<< {"jsonrpc":"2.0","id":3,"result":true}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_link.list",["up_sell",1]]}
<< {"jsonrpc":"2.0","id":4,"result":[{"product_id":4,"type":"simple","set":9,"sku":"mug-04","position":1},{"product_id":15,"type":"simple","set":9,"sku":"plate-05","position":null}]}
