// The current store of products, by an alias; categories have their own.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_attribute_media.currentStore",[]]}
<< {"jsonrpc":"2.0","id":1,"result":0}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_attribute_media.currentStore",["german"]]}
<< {"jsonrpc":"2.0","id":2,"result":3}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product.currentStore",[null]]}
<< {"jsonrpc":"2.0","id":3,"result":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_attribute.currentStore",[null]]}
<< {"jsonrpc":"2.0","id":4,"result":3}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_product.currentStore",["default"]]}
<< {"jsonrpc":"2.0","id":5,"result":1}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","catalog_product_attribute_media.currentStore",[]]}
<< {"jsonrpc":"2.0","id":6,"result":1}
>> {"jsonrpc":"2.0","id":7,"method":"call","params":["$session","catalog_category.currentStore",[null]]}
<< {"jsonrpc":"2.0","id":7,"result":0}
>> {"jsonrpc":"2.0","id":8,"method":"call","params":["$session","catalog_product_attribute_media.currentStore",["admin"]]}
<< {"jsonrpc":"2.0","id":8,"result":0}
