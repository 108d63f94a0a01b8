// The name of the live system works too.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","product_attribute.list",[99]]}
<< {"jsonrpc":"2.0","result":[],"id":1}
