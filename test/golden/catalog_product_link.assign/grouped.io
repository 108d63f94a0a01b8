// Any product can be a member of any other; the quantity has up to four decimals.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_link.assign",["grouped",1,"service-dinner",{"qty":2.55555,"position":0}]]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_link.assign",["grouped",1,49,{"qty":"0"}]]}
<< {"jsonrpc":"2.0","id":2,"result":true}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_link.list",["grouped",1]]}
<< {"jsonrpc":"2.0","id":3,"result":[{"product_id":22,"type":"grouped","set":4,"sku":"service-dinner","position":0,"qty":2.5556},{"product_id":49,"type":"simple","set":10,"sku":"gift-02","position":null,"qty":0}]}
