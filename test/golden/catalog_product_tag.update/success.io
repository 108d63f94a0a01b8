// Only given members change; the name may be the tag’s own in another case.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_tag.update",[1,{"name":"  StoneWare ","status":"-1"},"german"]]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_tag.update",[1,{"base_popularity":"12","status":null},"german"]]}
<< {"jsonrpc":"2.0","id":2,"result":true}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_tag.info",[1,"german"]]}
<< {"jsonrpc":"2.0","id":3,"result":{"status":-1,"name":"StoneWare","base_popularity":12,"products":{}}}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_tag.info",[1,"default"]]}
<< {"jsonrpc":"2.0","id":4,"result":{"status":-1,"name":"StoneWare","base_popularity":0,"products":{"1":2}}}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_product_tag.list",[1]]}
<< {"jsonrpc":"2.0","id":5,"result":{"1":{"tag_id":1,"name":"StoneWare"}}}
