// A shop without orders
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","sales_order.list"]}
<< {"jsonrpc":"2.0","result":[],"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","sales_order.list",[]]}
<< {"jsonrpc":"2.0","result":[],"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","sales_order.list",[null]]}
<< {"jsonrpc":"2.0","result":[],"id":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","sales_order.list",{}]}
<< {"jsonrpc":"2.0","result":[],"id":4}
