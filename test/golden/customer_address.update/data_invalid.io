// The address as a whole must be complete.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","customer.create",[{"email":"mila@shop.test","firstname":"Mila","lastname":"Novak","password":"secret-7","website_id":1}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","customer_address.create",[1,{"firstname":"Mila","lastname":"Novak","street":["1 Main Street","Flat 2"],"city":"Springfield","postcode":"","country_id":"IE","telephone":"555-0100"}]]}
<< {"jsonrpc":"2.0","id":2,"result":1}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","customer_address.update",[1,{"country_id":"US"}]]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":100,"message":"…","data":{"fault":"data_invalid","resource":"customer_address","errors":[{"field":"postcode","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","customer_address.update",[1,{"lastname":" ","street":[]}]]}
<< {"jsonrpc":"2.0","id":4,"error":{"code":100,"message":"…","data":{"fault":"data_invalid","resource":"customer_address","errors":[{"field":"lastname","message":"…"},{"field":"street","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","customer_address.update",[1,[1]]]}
<< {"jsonrpc":"2.0","id":5,"error":{"code":100,"message":"…","data":{"fault":"data_invalid","resource":"customer_address","errors":[{"field":"addressData","message":"…"}]}}}
