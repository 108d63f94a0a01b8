// There are no agreements.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","cart.create",["default"]]}
<< {"jsonrpc":"2.0","result":1,"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","cart.license",[1]]}
<< {"jsonrpc":"2.0","result":[],"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","cart.license",[1,"german"]]}
<< {"jsonrpc":"2.0","result":[],"id":3}
