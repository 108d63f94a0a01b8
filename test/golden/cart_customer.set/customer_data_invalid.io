// All problems are reported together; those of the fields before an unknown mode.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","cart.create",["default"]]}
<< {"jsonrpc":"2.0","result":1,"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","cart_customer.set",[1,{"mode":"guest","email":"bad"}]]}
<< {"jsonrpc":"2.0","error":{"code":1044,"message":"The first name cannot be empty.\nThe last name cannot be empty.\nInvalid email address \"bad\".","data":{"fault":"customer_data_invalid","resource":"cart_customer","parameter":"customer"}},"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","cart_customer.set",[1,{"mode":"register"}]]}
<< {"jsonrpc":"2.0","error":{"code":1044,"message":"The first name cannot be empty.\nThe last name cannot be empty.\nInvalid email address \"\".\nThe password cannot be empty.","data":{"fault":"customer_data_invalid","resource":"cart_customer","parameter":"customer"}},"id":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","cart_customer.set",[1,{"mode":"register","firstname":"Ada","lastname":"King","email":"ada@example.com","password":"short","password_confirmation":"shore"}]]}
<< {"jsonrpc":"2.0","error":{"code":1044,"message":"The minimum password length is 7\nPlease make sure your passwords match.","data":{"fault":"customer_data_invalid","resource":"cart_customer","parameter":"customer"}},"id":4}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","cart_customer.set",[1,{"mode":"admin","firstname":"Ada"}]]}
<< {"jsonrpc":"2.0","error":{"code":1044,"message":"The last name cannot be empty.\nInvalid email address \"\".","data":{"fault":"customer_data_invalid","resource":"cart_customer","parameter":"customer"}},"id":5}
