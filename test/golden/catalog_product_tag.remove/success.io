// A tag is removed with all its uses; its name can be used again.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_tag.remove",[1]]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_tag.list",[1]]}
<< {"jsonrpc":"2.0","id":2,"result":{}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_tag.add",[{"tag":"stoneware","product_id":1,"customer_id":1,"store":"default"}]]}
<< {"jsonrpc":"2.0","id":3,"result":{"stoneware":2}}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_tag.info",[2,"default"]]}
<< {"jsonrpc":"2.0","id":4,"result":{"status":0,"name":"stoneware","base_popularity":0,"products":{"1":1}}}
