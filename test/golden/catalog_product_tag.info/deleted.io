// Uses of a deleted product or customer are no longer counted; the tag stays.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","customer.delete",[4]]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_tag.info",[1,"default"]]}
<< {"jsonrpc":"2.0","id":2,"result":{"status":1,"name":"stoneware","base_popularity":0,"products":{"1":1}}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product.delete",[1]]}
<< {"jsonrpc":"2.0","id":3,"result":true}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_tag.info",[1,"default"]]}
<< {"jsonrpc":"2.0","id":4,"result":{"status":1,"name":"stoneware","base_popularity":0,"products":{}}}
