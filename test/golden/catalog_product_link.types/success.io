// A fixed list.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_link.types",[]]}
<< {"jsonrpc":"2.0","id":1,"result":["related","up_sell","cross_sell","grouped"]}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","product_link.types",["surplus"]]}
<< {"jsonrpc":"2.0","id":2,"result":["related","up_sell","cross_sell","grouped"]}
