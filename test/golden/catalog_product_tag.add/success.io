// Words and quoted names; a name that exists in any case is not created again, and the answer has the caller’s spelling.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_tag.add",[{"tag":"nice 'very good' Nice, it's <b>","product_id":2,"customer_id":1,"store":"default"}]]}
<< {"jsonrpc":"2.0","id":1,"result":{"nice":2,"very good":3,"Nice,":4,"it's":5,"<b>":6}}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_tag.add",[{"tag":"NICE nice STONEWARE","product_id":2,"customer_id":1,"store":"default"}]]}
<< {"jsonrpc":"2.0","id":2,"result":{"NICE":2,"nice":2,"STONEWARE":1}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_tag.add",[{"tag":"NICE nice STONEWARE","product_id":2,"customer_id":1,"store":"default"}]]}
<< {"jsonrpc":"2.0","id":3,"result":{"NICE":2,"nice":2,"STONEWARE":1}}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_tag.add",[{"tag":"  \t\n ","product_id":2,"customer_id":1,"store":"default"}]]}
<< {"jsonrpc":"2.0","id":4,"result":{}}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_product_tag.add",[{"tag":"","product_id":2,"customer_id":1,"store":"default"}]]}
<< {"jsonrpc":"2.0","id":5,"result":{}}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","catalog_product_tag.add",[{"tag":2024,"product_id":"2","customer_id":1,"store":0}]]}
<< {"jsonrpc":"2.0","id":6,"result":{"2024":7}}
>> {"jsonrpc":"2.0","id":7,"method":"call","params":["$session","catalog_product_tag.info",[2,"default"]]}
<< {"jsonrpc":"2.0","id":7,"result":{"status":0,"name":"nice","base_popularity":0,"products":{"2":1}}}
>> {"jsonrpc":"2.0","id":8,"method":"call","params":["$session","catalog_product_tag.info",[1,"default"]]}
<< {"jsonrpc":"2.0","id":8,"result":{"status":1,"name":"stoneware","base_popularity":0,"products":{"1":2,"2":1}}}
