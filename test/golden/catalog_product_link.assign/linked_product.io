// The linked product is looked up by SKU first, then by ID, whatever identifierType is.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.create",["simple",4,"3",{"name":"Third"}]]}
<< {"jsonrpc":"2.0","id":1,"result":50}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_link.assign",["related",20,3]]}
<< {"jsonrpc":"2.0","id":2,"result":true}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_link.assign",["related",20,"4",[],"id"]]}
<< {"jsonrpc":"2.0","id":3,"result":true}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_link.list",["related",20]]}
<< {"jsonrpc":"2.0","id":4,"result":[{"product_id":4,"type":"simple","set":9,"sku":"mug-04","position":null},{"product_id":50,"type":"simple","set":4,"sku":"3","position":null}]}
