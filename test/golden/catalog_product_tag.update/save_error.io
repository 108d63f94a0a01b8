// Two tags cannot have the same name.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_tag.add",[{"tag":"nice","product_id":2,"customer_id":1,"store":"default"}]]}
<< {"jsonrpc":"2.0","id":1,"result":{"nice":2}}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_tag.update",[2,{"name":"STONEWARE","status":1},"default"]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":106,"message":"…","data":{"fault":"save_error","resource":"catalog_product_tag","parameter":"data.name"}}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_tag.info",[2,"default"]]}
<< {"jsonrpc":"2.0","id":3,"result":{"status":0,"name":"nice","base_popularity":0,"products":{"2":1}}}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_tag.update",[2,{"name":"STONEWARE","status":5},"default"]]}
<< {"jsonrpc":"2.0","id":4,"error":{"code":105,"message":"…","data":{"fault":"invalid_data","resource":"catalog_product_tag","errors":[{"field":"data.status","message":"must be 1, 0 or -1, not 5"}]}}}
