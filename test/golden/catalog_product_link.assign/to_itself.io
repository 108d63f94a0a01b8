// No product is linked to itself, without a fault.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_link.assign",["related",12,"plate-02",{"position":1}]]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_link.list",["related",12]]}
<< {"jsonrpc":"2.0","id":2,"result":[]}
