// Links of groups also have a quantity.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_link.attributes","related"]}
<< {"jsonrpc":"2.0","id":1,"result":[{"code":"position","type":"int"}]}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_link.attributes","up_sell"]}
<< {"jsonrpc":"2.0","id":2,"result":[{"code":"position","type":"int"}]}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_link.attributes","cross_sell"]}
<< {"jsonrpc":"2.0","id":3,"result":[{"code":"position","type":"int"}]}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_link.attributes",["grouped"]]}
<< {"jsonrpc":"2.0","id":4,"result":[{"code":"position","type":"int"},{"code":"qty","type":"decimal"}]}
