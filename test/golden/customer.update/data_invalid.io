// The structure is checked before the customer.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","customer.update",[99,"text"]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":100,"message":"…","data":{"fault":"data_invalid","resource":"customer","errors":[{"field":"customerData","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","customer.update",[99,{"group_id":"","firstname":[]}]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":100,"message":"…","data":{"fault":"data_invalid","resource":"customer","errors":[{"field":"firstname","message":"…"},{"field":"group_id","message":"…"}]}}}
