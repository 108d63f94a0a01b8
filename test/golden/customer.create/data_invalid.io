// Data with an invalid structure.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","customer.create",["text"]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":100,"message":"…","data":{"fault":"data_invalid","resource":"customer","errors":[{"field":"customerData","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","customer.create",[[1]]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":100,"message":"…","data":{"fault":"data_invalid","resource":"customer","errors":[{"field":"customerData","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","customer.create",[{"email":{},"firstname":"Mila","lastname":"Novak","password":"secret-7","website_id":1,"group_id":"","is_subscribed":"yes"}]]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":100,"message":"…","data":{"fault":"data_invalid","resource":"customer","errors":[{"field":"email","message":"…"},{"field":"group_id","message":"…"},{"field":"is_subscribed","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","customer.create",[{"email":"bad","firstname":"Mila","lastname":"Novak","password":"secret-7","website_id":"abc"}]]}
<< {"jsonrpc":"2.0","id":4,"error":{"code":100,"message":"…","data":{"fault":"data_invalid","resource":"customer","errors":[{"field":"website_id","message":"…"}]}}}
