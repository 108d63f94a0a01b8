// The store is stored in the session; null only returns it. Products have their own.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_category.currentStore",[null]]}
<< {"jsonrpc":"2.0","id":1,"result":0}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_category.currentStore","german"]}
<< {"jsonrpc":"2.0","id":2,"result":3}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_category.currentStore",[null]]}
<< {"jsonrpc":"2.0","id":3,"result":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product.currentStore",[null]]}
<< {"jsonrpc":"2.0","id":4,"result":0}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_category.currentStore",[""]]}
<< {"jsonrpc":"2.0","id":5,"result":0}
