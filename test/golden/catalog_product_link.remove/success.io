// A product that is not linked, or does not exist, counts as removed.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_link.remove",["related",1,"mug-02"]]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_link.remove",["related",1,"mug-02"]]}
<< {"jsonrpc":"2.0","id":2,"result":true}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_link.remove",["related",1,"nope"]]}
<< {"jsonrpc":"2.0","id":3,"result":true}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_link.remove",["related",1,""]]}
<< {"jsonrpc":"2.0","id":4,"result":true}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_product_link.remove",["up_sell",1,12]]}
<< {"jsonrpc":"2.0","id":5,"result":true}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","catalog_product_link.list",["related",1]]}
<< {"jsonrpc":"2.0","id":6,"result":[{"product_id":12,"type":"simple","set":9,"sku":"plate-02","position":1}]}
>> {"jsonrpc":"2.0","id":7,"method":"call","params":["$session","catalog_product_link.list",["related",2]]}
<< {"jsonrpc":"2.0","id":7,"result":[{"product_id":1,"type":"simple","set":4,"sku":"mug-01","position":null}]}
