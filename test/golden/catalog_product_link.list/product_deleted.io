// Links are deleted with the product at either end; the products at the other end are unchanged.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.delete",[1]]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_link.list",["related",2]]}
<< {"jsonrpc":"2.0","id":2,"result":[]}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_link.list",["grouped","service-breakfast","sku"]]}
<< {"jsonrpc":"2.0","id":3,"result":[{"product_id":12,"type":"simple","set":9,"sku":"plate-02","position":3,"qty":1},{"product_id":16,"type":"simple","set":9,"sku":"bowl-01","position":2,"qty":1}]}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product.create",["simple",4,"mug-01",{"name":"Another"}]]}
<< {"jsonrpc":"2.0","id":4,"result":50}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_product_link.list",["related",50]]}
<< {"jsonrpc":"2.0","id":5,"result":[]}
