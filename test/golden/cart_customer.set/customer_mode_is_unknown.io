// No mode, no object, and an unknown mode with complete data.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","cart.create",["default"]]}
<< {"jsonrpc":"2.0","result":1,"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","cart_customer.set",[1,{}]]}
<< {"jsonrpc":"2.0","error":{"code":1045,"message":"…","data":{"fault":"customer_mode_is_unknown","resource":"cart_customer","errors":[{"field":"customer.mode","message":"must be customer, guest or register"}]}},"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","cart_customer.set",[1,"guest"]]}
<< {"jsonrpc":"2.0","error":{"code":1045,"message":"…","data":{"fault":"customer_mode_is_unknown","resource":"cart_customer","errors":[{"field":"customer","message":"must be an object, not \"guest\""}]}},"id":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","cart_customer.set",[1,{"mode":"admin","firstname":"Ada","lastname":"King","email":"ada@example.com"}]]}
<< {"jsonrpc":"2.0","error":{"code":1045,"message":"…","data":{"fault":"customer_mode_is_unknown","resource":"cart_customer","errors":[{"field":"customer.mode","message":"must be customer, guest or register, not \"admin\""}]}},"id":4}
