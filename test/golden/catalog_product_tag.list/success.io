// Each tag once, by ID; with a store view those used there. 0, admin and "" stand for all.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_tag.add",[{"tag":"cup small","product_id":2,"customer_id":1,"store":"default"}]]}
<< {"jsonrpc":"2.0","id":1,"result":{"cup":2,"small":3}}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_tag.add",[{"tag":"cup","product_id":2,"customer_id":4,"store":"german"}]]}
<< {"jsonrpc":"2.0","id":2,"result":{"cup":2}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_tag.add",[{"tag":"Stoneware","product_id":2,"customer_id":1,"store":0}]]}
<< {"jsonrpc":"2.0","id":3,"result":{"Stoneware":1}}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_tag.list",[2]]}
<< {"jsonrpc":"2.0","id":4,"result":{"1":{"tag_id":1,"name":"stoneware"},"2":{"tag_id":2,"name":"cup"},"3":{"tag_id":3,"name":"small"}}}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_product_tag.list",[2,"german"]]}
<< {"jsonrpc":"2.0","id":5,"result":{"2":{"tag_id":2,"name":"cup"}}}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","catalog_product_tag.list",[2,1]]}
<< {"jsonrpc":"2.0","id":6,"result":{"2":{"tag_id":2,"name":"cup"},"3":{"tag_id":3,"name":"small"}}}
>> {"jsonrpc":"2.0","id":7,"method":"call","params":["$session","product_tag.list",["2",0]]}
<< {"jsonrpc":"2.0","id":7,"result":{"1":{"tag_id":1,"name":"stoneware"},"2":{"tag_id":2,"name":"cup"},"3":{"tag_id":3,"name":"small"}}}
>> {"jsonrpc":"2.0","id":8,"method":"call","params":["$session","catalog_product_tag.list",[2,"admin"]]}
<< {"jsonrpc":"2.0","id":8,"result":{"1":{"tag_id":1,"name":"stoneware"},"2":{"tag_id":2,"name":"cup"},"3":{"tag_id":3,"name":"small"}}}
>> {"jsonrpc":"2.0","id":9,"method":"call","params":["$session","catalog_product_tag.list",[2,"second_default"]]}
<< {"jsonrpc":"2.0","id":9,"result":{}}
>> {"jsonrpc":"2.0","id":10,"method":"call","params":["$session","catalog_product_tag.list",[3]]}
<< {"jsonrpc":"2.0","id":10,"result":{}}
