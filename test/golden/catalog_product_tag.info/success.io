// Customers are counted by product, only in this store view; base_popularity is also that of the store view.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_tag.info",[1,"default"]]}
<< {"jsonrpc":"2.0","id":1,"result":{"status":1,"name":"stoneware","base_popularity":0,"products":{"1":2}}}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_tag.add",[{"tag":"stoneware","product_id":2,"customer_id":1,"store":"default"}]]}
<< {"jsonrpc":"2.0","id":2,"result":{"stoneware":1}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_tag.update",[1,{"base_popularity":7},"default"]]}
<< {"jsonrpc":"2.0","id":3,"result":true}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_tag.info",["1",1]]}
<< {"jsonrpc":"2.0","id":4,"result":{"status":1,"name":"stoneware","base_popularity":7,"products":{"1":2,"2":1}}}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_product_tag.info",[1,"german"]]}
<< {"jsonrpc":"2.0","id":5,"result":{"status":1,"name":"stoneware","base_popularity":0,"products":{}}}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","catalog_product_tag.info",[1,0]]}
<< {"jsonrpc":"2.0","id":6,"result":{"status":1,"name":"stoneware","base_popularity":0,"products":{}}}
