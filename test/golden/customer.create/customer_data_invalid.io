// All problems with the content are reported together, in the order of the fields.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","customer.create",[[]]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":104,"message":"…","data":{"fault":"customer_data_invalid","resource":"customer","errors":[{"field":"email","message":"…"},{"field":"firstname","message":"…"},{"field":"lastname","message":"…"},{"field":"password","message":"…"},{"field":"website_id","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","customer.create",[{"email":"a@b","firstname":" ","lastname":"N","password":"  123456  ","website_id":1,"dob":"2023-02-29","store":"nope","gender":3}]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":104,"message":"…","data":{"fault":"customer_data_invalid","resource":"customer","errors":[{"field":"email","message":"…"},{"field":"firstname","message":"…"},{"field":"password","message":"…"},{"field":"dob","message":"…"},{"field":"store","message":"…"},{"field":"gender","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","customer.create",[{"email":"mila@shop.test","firstname":"Mila","lastname":"Novak","password":"secret-7","website_id":1},2]]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":104,"message":"…","data":{"fault":"customer_data_invalid","resource":"customer","errors":[{"field":"store","message":"…"}]}}}
