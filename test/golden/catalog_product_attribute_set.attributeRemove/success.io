// Products lose the value.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.create",["virtual",4,"voucher",{"name":"Voucher","cost":5}]]}
<< {"jsonrpc":"2.0","result":1,"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_attribute_set.attributeRemove",[81,4]]}
<< {"jsonrpc":"2.0","result":true,"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_attribute_set.attributeAdd",[81,4]]}
<< {"jsonrpc":"2.0","result":true,"id":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product.info",[1,null,["cost"]]]}
<< {"jsonrpc":"2.0","result":{"product_id":1,"sku":"voucher","set":4,"type":"virtual","categories":[],"websites":[],"cost":null},"id":4}
